/** The part of every role's input that is about the session and the phase. */
import type { NamedPhase } from '../../effects/autopilot.ts';
import { sessionFolder } from '../../sessions/slug.ts';
import type { SessionInput } from './roles/session-input.ts';
import type { AutopilotSession } from './session.ts';

export function sessionInput({ specPath, slug, rigor }: AutopilotSession, phase: NamedPhase | null): SessionInput {
  const folder = sessionFolder(slug);
  return {
    spec_path: specPath,
    slug,
    session_dir: folder,
    handoff_path: `${folder}handoff.json`,
    // A fast session takes no notes.
    scratchpad: rigor === 'fast' ? null : `${folder}scratchpad/${phase?.n ?? 'final'}/`,
    phase: phase?.n ?? null,
    phase_name: phase?.name ?? '',
    rigor,
  };
}

/** Creates the job of a session: a fresh one from its spec, or one that continues a state file. */
import type { AutopilotJob, ImportedSession, PlannedPhase } from '@harness/core/workflows/autopilot/session';
import type { RunContext } from '../../run/start-run.ts';
import { type SessionFlags, sessionSettings } from './settings.ts';
import type { Spec } from './spec.ts';
import type { StateFile } from './state-file.ts';

/** Stored values win over flags (AO-06). */
export async function autopilotJob(
  { root, config }: Pick<RunContext, 'root' | 'config'>,
  spec: Spec,
  flags: SessionFlags,
  found: StateFile,
): Promise<AutopilotJob> {
  const imported = found.is === 'session' ? found.session : null;
  const stored = imported && { rigor: imported.document.rigorLevel, reviewPlans: imported.document.reviewPlans };
  const settings = await sessionSettings({ root, config, spec, ...(stored ?? flags) });
  const phases = spec.phases.map(({ name, complexity }) => ({ name, complexity }));
  if (imported === null) return { settings, phases };
  return {
    settings,
    phases: [...importedPhases(imported), ...phases.slice(imported.document.phases.length)],
    imported,
  };
}

const importedPhases = ({ document }: ImportedSession): readonly PlannedPhase[] =>
  document.phases.map(({ name, complexity, planPath, status }) => ({
    name,
    complexity,
    ...(planPath === null ? {} : { planPath }),
    ...(status === 'complete' || status === 'skipped' ? { isOver: status } : {}),
  }));

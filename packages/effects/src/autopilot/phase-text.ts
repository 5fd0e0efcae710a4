/** Reads the text of a phase from the spec that the session keeps. */
import type { NamedPhase } from '@harness/core/effects/autopilot';
import type { Artifact } from '@harness/core/journal/artifact';
import { readPhases } from '@harness/core/sessions/spec-phases';
import { artifactBytes } from '../artifact/store.ts';
import type { AutopilotContext } from './context.ts';

interface PhaseOfSpec {
  readonly spec: Artifact;
  readonly phase: NamedPhase;
}

/** The name of the phase if the spec has no such phase. */
export async function readPhaseText({ runFolder }: AutopilotContext, { spec, phase }: PhaseOfSpec): Promise<string> {
  const read = readPhases((await artifactBytes(runFolder, spec)).toString('utf8'));
  return (read.ok ? read.phases.find(({ n }) => n === phase.n)?.text : undefined) ?? phase.name;
}

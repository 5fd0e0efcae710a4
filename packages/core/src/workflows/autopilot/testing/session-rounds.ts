/** Answers of the steps of a session, in their order; every one leads to the next step unless a test says otherwise. */
import type { OfferedPull } from '../../../effects/autopilot.ts';
import { ok } from '../../../failure/failure.ts';
import { autopilot } from '../machine.ts';
import type { SessionPhaseResult } from '../phase/job.ts';
import type { AutopilotJob, PlannedPhase } from '../session.ts';
import type { Autopilot } from '../state.ts';
import { autopilotJob, lane } from './jobs.ts';
import { artifact, type Round, walk } from './seen.ts';

export const opened: readonly Round[] = [
  { opened: ok({ lane, spec: artifact('spec') }), kept: ok({}) },
  { base: { child: 'c', end: 'done', result: { at: 'checked', ignored: [], missing: [] } } },
];

/** The result of a phase; its last commit is `end<n>`. */
export const phaseEnded = (n: number, result: Partial<SessionPhaseResult> = {}): Round => ({
  phase: {
    child: 'c',
    end: 'done',
    result: { at: 'complete', lane: { ...lane, base: `end${n}` }, findings: [], ...result },
  },
});

export const finalSurvey: Round = {
  survey: ok({ change: { newPackages: [], newExports: 0, changedFiles: 1 }, diff: artifact('whole diff') }),
};

/** The end of a fix, or of the documents. */
export const fixed = (base: string, result: object = {}): Round => ({
  work: { child: 'c', end: 'done', result: { at: 'done', lane: { ...lane, base }, consent: {}, ...result } },
});

export const offered = (pull: OfferedPull): Round => ({ offered: ok(pull) });
export const sessionClosed = (learnings: number): Round => ({
  closed: ok({ learnings, promoted: 0, roadmap: 'none' }),
});

export const phasesOf = (...names: readonly string[]): readonly PlannedPhase[] =>
  names.map((name) => ({ name, complexity: 'medium' }));

export const walkSession = (job: Partial<AutopilotJob>, ...rounds: readonly Round[]) =>
  walk<Autopilot>(autopilot, autopilot.start({ ...autopilotJob, ...job }), ...rounds);

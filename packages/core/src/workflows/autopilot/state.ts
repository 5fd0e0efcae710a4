/** The states of a session: it runs its phases one after the other, reviews the whole change, and offers it. */
import type { Lane } from '../../effects/git.ts';
import type { Failure } from '../../failure/failure.ts';
import type { Artifact } from '../../journal/artifact.ts';
import { defineStep } from '../../machine/machine.ts';
import type { StoredFinding } from '../../sessions/session-document.ts';
import type { PhaseStop } from './phase/job.ts';
import type { PriorFinding } from './roles/session-input.ts';
import type { AutopilotJob, AutopilotSession } from './session.ts';
import type { Fix, WorkQuestion } from './work/job.ts';

export interface Opened {
  readonly job: AutopilotJob;
  readonly session: AutopilotSession;
  readonly lane: Lane;
  /** The commit before the first phase. */
  readonly startingCommit: string;
  /** Numbers of phases that a person accepted without a witness. */
  readonly unwitnessed: readonly number[];
  /** Findings that the reviews of phases ended with. */
  readonly findings: readonly PriorFinding[];
}

export interface AtPhase extends Opened {
  /** From 0. */
  readonly index: number;
  /** How many phases in a row used up the retries of a task. */
  readonly troubles: number;
}

export interface AtEnd extends Opened {
  /** Rounds of fixes after the final review. */
  readonly cycles: number;
  /** Asked about when this step is over. */
  readonly edit?: StateEdit;
}

export type FinalStatus = 'passed' | 'overridden';

export interface Reviewed extends AtEnd {
  readonly status: FinalStatus;
}

export type Autopilot =
  | { readonly at: 'opening'; readonly job: AutopilotJob }
  | (Opened & { readonly at: 'checking-base' })
  | (AtPhase & { readonly at: 'running-phase'; readonly stoppedAt?: PhaseStop; readonly edit?: StateEdit })
  | (AtPhase & { readonly at: 'asking-next'; readonly next: number; readonly edit?: StateEdit })
  | (AtEnd & { readonly at: 'surveying-final' })
  | (AtEnd & { readonly at: 'reviewing-final'; readonly diff: Artifact })
  | (AtEnd & { readonly at: 'asking-final'; readonly blocking: readonly StoredFinding[]; readonly diff: Artifact })
  | (AtEnd & {
      readonly at: 'fixing-final';
      readonly fixes: readonly Fix[];
      readonly note: string;
      readonly stoppedAt?: WorkQuestion;
    })
  | (AtEnd & { readonly at: 'recording-limit'; readonly blocking: readonly StoredFinding[] })
  | (Reviewed & { readonly at: 'asking-pull'; readonly refused: string | null })
  | (Reviewed & { readonly at: 'offering-pull' })
  | (Reviewed & { readonly at: 'closing-session' })
  | (Reviewed & { readonly at: 'committing-documents' })
  | Halted
  | { readonly at: 'asking-edited'; readonly edit: StateEdit; readonly own: Halted | Continued }
  | AutopilotResult;

/** A failed session can be resumed at its failed step, which is found by the failure in its result. */
export type AutopilotResult =
  | { readonly at: 'done' }
  | { readonly at: 'spent' }
  | { readonly at: 'failed'; readonly because: Failure };

/** Waits for the next command: a person stopped, or writes the plan of a phase. */
export interface Halted {
  readonly at: 'halted';
  readonly waitsFor: 'plan' | 'person';
  readonly onto: Resting;
}

/** Changes of a person in the state file; indexes count from 0. */
export interface StateEdit {
  readonly currentPhase: number;
  readonly skipped: readonly number[];
}

export type Resting = Extract<
  Autopilot,
  { readonly at: 'checking-base' | 'running-phase' | 'asking-next' | 'asking-final' | 'fixing-final' }
>;

/** States that take over an edit of the state file: at once if they rest, otherwise when the phase is finished. */
export type BetweenPhases = Extract<Resting, { readonly at: 'running-phase' | 'asking-next' }>;

/** States that follow the question about an edit that came while another step was not over. */
export type Continued =
  | BetweenPhases
  | Extract<
      Autopilot,
      {
        readonly at:
          | 'surveying-final'
          | 'asking-final'
          | 'fixing-final'
          | 'asking-pull'
          | 'offering-pull'
          | 'closing-session';
      }
    >;

export const sessionStep = defineStep<Autopilot>();

export const openedOf = ({ job, session, lane, startingCommit, unwitnessed, findings }: Opened): Opened => ({
  job,
  session,
  lane,
  startingCommit,
  unwitnessed,
  findings,
});

export const atPhaseOf = (state: AtPhase): AtPhase => ({
  ...openedOf(state),
  index: state.index,
  troubles: state.troubles,
});

export const atEndOf = (state: AtEnd): AtEnd => ({
  ...openedOf(state),
  cycles: state.cycles,
  ...(state.edit ? { edit: state.edit } : {}),
});
export const reviewedOf = (state: Reviewed): Reviewed => ({ ...atEndOf(state), status: state.status });

export const sessionFailed = (because: Failure) => ({ at: 'failed', because }) as const;
export const toRest = (onto: Resting, waitsFor: Halted['waitsFor'] = 'person') =>
  ({ at: 'halted', waitsFor, onto }) as const;

/** Rounds of fixes that an imported session has used are used. */
export const toFinalReview = (opened: Opened) =>
  ({
    ...openedOf(opened),
    at: 'surveying-final',
    cycles: opened.job.imported?.document.finalReview.retryCount ?? 0,
  }) as const;

/** The first phase from `from` on that is not over, else the first before it; `null` if all are over. */
export function nextPhase({ phases }: AutopilotJob, from: number): number | null {
  const open = phases.flatMap(({ isOver }, at) => (isOver === undefined ? [at] : []));
  return open.find((at) => at >= from) ?? open[0] ?? null;
}

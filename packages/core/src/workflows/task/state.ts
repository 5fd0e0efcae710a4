/** Every state that a task can be in. A state holds exactly what is true in it. */

import type { ChangeSurvey, StepResult } from '../../effects/checkout.ts';
import type { Failure } from '../../failure/failure.ts';
import type { Artifact } from '../../journal/artifact.ts';
import { stepsOf } from '../../machine/machine.ts';
import type { ModelConfig } from './models.ts';
import type { TaskPhase } from './phase.ts';
import {
  emptyLayer,
  type Session,
  type StepName,
  type Style,
  sessionState,
  type TaskJob,
  type TaskMode,
} from './session.ts';

/** What a new session is made of, as far as it was said before the run began. */
export interface SessionSetup {
  readonly job: TaskJob;
  readonly style: Style;
  readonly mode: TaskMode | null;
  readonly model: ModelConfig | null;
}

/** A session that was found on the disk, ours or another tool's. `document` is what the file said: it is kept as it is. */
export interface FoundState {
  readonly session: Session;
  readonly phase: TaskPhase;
  /** The step that was asked for of it; null when a person is asked first. */
  readonly step: StepName | null;
  readonly document: Readonly<Record<string, unknown>>;
}

/** A session, and where it stands. */
export interface SessionAtPhase {
  readonly session: Session;
  readonly phase: TaskPhase;
}

/** A setup that a crash cut off: there is a job, and nothing was chosen yet (W-59). */
export interface InterruptedSetup {
  readonly begun: SessionSetup;
}

type Branched = Pick<Session, 'branch' | 'base' | 'foreign' | 'manifest'>;

/** Where a session goes on. */
export interface ResumePoint {
  readonly phase: TaskPhase;
  readonly step: StepName | null;
  /** What a restart begins with, where a person was asked about it; else it is the same job again. */
  readonly anew?: SessionSetup;
}

/** Why an implementation is asked for, and what the one before it did wrong. */
export interface ImplementationOrder {
  readonly because: 'round' | 'layer1' | 'layer2' | 'tests';
  /** One line; empty in the first try of a round. */
  readonly failure: string;
}

export type Confidence = 'High' | 'Medium' | 'Low' | 'Unknown';

export type Task =
  | { readonly at: 'asking-conflict'; readonly setup: SessionSetup; readonly skill: string }
  | {
      readonly at: 'asking-session';
      readonly setup: SessionSetup;
      readonly found: Omit<FoundState, 'document'> | InterruptedSetup;
    }
  | { readonly at: 'asking-changed'; readonly found: SessionAtPhase; readonly own: SessionAtPhase }
  | { readonly at: 'clearing-old'; readonly setup: SessionSetup; readonly onto: 'start' | 'cancel' }
  | (Session & { readonly at: 'inspecting' } & ResumePoint)
  /** A session that was found, and whose branch is not the one that HEAD is on, gets one of its own. */
  | (Session & { readonly at: 'rejoining' } & ResumePoint)
  | { readonly at: 'preparing'; readonly setup: SessionSetup }
  | { readonly at: 'branching'; readonly setup: SessionSetup; readonly manifest: Artifact | null }
  | { readonly at: 'asking-mode'; readonly setup: SessionSetup; readonly branched: Branched }
  | {
      readonly at: 'asking-model';
      readonly setup: SessionSetup;
      readonly branched: Branched;
      readonly mode: TaskMode;
      readonly triesLeft: number;
    }
  | (Session & { readonly at: 'looking' })
  | (Session & { readonly at: 'placing'; readonly from: string })
  | (Session & { readonly at: 'asking-scan' })
  | (Session & { readonly at: 'scanning'; readonly retriesLeft: number })
  | (Session & { readonly at: 'checking-scan'; readonly retriesLeft: number })
  | (Session & { readonly at: 'asking-scan-again'; readonly retriesLeft: number })
  | (Session & { readonly at: 'planning' })
  | (Session & { readonly at: 'critiquing' })
  | (Session & { readonly at: 'synthesising' })
  | (Session & { readonly at: 'approving' })
  | (Session & { readonly at: 'drafting' })
  | (Session & { readonly at: 'advising' })
  | (Session & { readonly at: 'implementing' } & ImplementationOrder)
  | (Session & { readonly at: 'surveying'; readonly onto: 'verify' | 'evaluate' })
  | (Session & { readonly at: 'asking-tests'; readonly survey: ChangeSurvey })
  | (Session & { readonly at: 'building'; readonly survey: ChangeSurvey })
  | (Session & { readonly at: 'testing'; readonly survey: ChangeSurvey; readonly build: StepResult })
  | (Session & { readonly at: 'reporting'; readonly survey: ChangeSurvey; readonly steps: readonly StepResult[] })
  | (Session & { readonly at: 'wording'; readonly survey: ChangeSurvey; readonly failure: string })
  | (Session & {
      readonly at: 'noting';
      readonly survey: ChangeSurvey;
      readonly failure: string;
      readonly line: string;
    })
  | (Session & { readonly at: 'verify-gate'; readonly failure: string })
  | (Session & { readonly at: 'finding-files' })
  | (Session & { readonly at: 'proposing'; readonly files: readonly string[] })
  | (Session & { readonly at: 'reading-patch'; readonly confidence: Confidence })
  | (Session & { readonly at: 'autofix-gate'; readonly confidence: Confidence; readonly summary: string })
  | (Session & { readonly at: 'applying' })
  | (Session & { readonly at: 'evaluating'; readonly changed: Artifact })
  | (Session & { readonly at: 'judging'; readonly layer: 'none' | 'L2' | 'L3'; readonly failure: string })
  | (Session & { readonly at: 'qa-gate'; readonly layer: 'L2' | 'L3'; readonly summary: string })
  | (Session & {
      readonly at: 'halted';
      readonly after: StepName;
      /** In its style the step is done; at a gate a person said Stop. */
      readonly because: 'style' | 'stop';
      readonly failure: string;
    })
  /** `kept`: the guard would not have the documents deleted, so that is not to be had any more. */
  | (Session & { readonly at: 'commit-gate'; readonly accepted: AcceptedHow; readonly kept: boolean })
  | (Session & { readonly at: 'guarding'; readonly accepted: AcceptedHow })
  | (Session & { readonly at: 'committing'; readonly accepted: AcceptedHow; readonly docs: 'notes' | 'all' })
  | (Session & { readonly at: 'clearing'; readonly accepted: AcceptedHow; readonly docs: 'clear' | 'keep' })
  | { readonly at: 'surveying-base'; readonly base: string }
  | { readonly at: 'asking-base'; readonly base: string; readonly folders: number; readonly files: number }
  | { readonly at: 'clearing-base'; readonly base: string }
  | { readonly at: 'completed' }
  | { readonly at: 'spent' }
  | { readonly at: 'cancelled' }
  | { readonly at: 'failed'; readonly because: Failure };

/** How it came to its end: judged good, taken as it is, or out of rounds (W-133, W-135, W-138). */
export type AcceptedHow = 'passed' | 'as-is' | 'at-limit';

export type SessionState = Extract<Task, Session>;
export const isSessionState = (state: Task): state is SessionState => 'round' in state;

export const step = stepsOf<Task>();

export const taskFailed = (because: Failure) => ({ at: 'failed', because }) as const;

/** W-29 to W-31: what follows a step by itself in auto style waits for the next command in the others. */
export const toHalted = (s: Session, after: StepName, failure = '') =>
  ({ ...sessionState(s), at: 'halted', after, because: 'style', failure }) as const;
export const toStopped = (s: Session, after: StepName, failure = '') =>
  ({ ...sessionState(s), at: 'halted', after, because: 'stop', failure }) as const;

export const afterPlan = (s: Session) =>
  s.style === 'auto' ? ({ ...sessionState(s), at: 'approving' } as const) : toHalted(s, 'plan');
/** W-105: the first entry of a round into verification begins to count anew; a retry keeps its count. */
export const firstVerify = (s: Session) => verifyAgain({ ...s, layer1: emptyLayer });
export const verifyAgain = (s: Session) =>
  ({ ...sessionState(s), layer1: { ...s.layer1, result: null }, at: 'surveying', onto: 'verify' }) as const;
/** W-07: an old session without verification has none to run. */
export const afterGenerate = (s: Session) => {
  if (s.v1 && !s.v1.verify) return toEvaluate(s);
  return s.style === 'auto' ? firstVerify(s) : toHalted(s, 'generate');
};
export const afterVerify = (s: Session, failure = '') =>
  s.style === 'auto' ? toEvaluate(s) : toHalted(s, 'verify', failure);
/** What Layer 2 found the last time says nothing about what is there now. */
export const toEvaluate = (s: Session) =>
  ({ ...sessionState(s), layer2: { ...s.layer2, result: null }, at: 'surveying', onto: 'evaluate' }) as const;
/** W-98 to W-100: one generator, or a plan that advisors read first. */
export const toGenerate = (s: Session) =>
  s.mode === 'single'
    ? ({ ...sessionState(s), at: 'implementing', because: 'round', failure: '' } as const)
    : ({ ...sessionState(s), at: 'drafting' } as const);
export const toFinishTask = (s: Session, accepted: AcceptedHow) =>
  s.job.hasGit
    ? ({ ...sessionState(s), at: 'commit-gate', accepted, kept: false } as const)
    : ({ ...sessionState(s), at: 'clearing', accepted, docs: 'keep' } as const);

/** A call that a crash cut off is not repeated in the user's checkout: what is there decides how it goes on (W-25 to W-28). */
export const unlessInterrupted = (s: Session, because: Failure, phase: TaskPhase) =>
  because.code === 'agent.aborted'
    ? ({ ...sessionState(s), at: 'inspecting', phase, step: null } as const)
    : taskFailed(because);

/** What the evaluator said was wrong still counts when its report says otherwise; empty when it said nothing was. */
export function toJudgement(s: Session, failure: string) {
  const layer = s.layer2.result === 'FAIL' ? 'L2' : failure === '' ? 'none' : 'L3';
  return { ...sessionState(s), at: 'judging', layer, failure } as const;
}

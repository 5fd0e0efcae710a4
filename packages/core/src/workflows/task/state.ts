/** Every state that a task can be in. A state holds exactly what is true in it. */
import type { Artifact } from '../../artifact.ts';
import type { StepResult, Survey } from '../../effects/checkout.ts';
import type { Failure } from '../../failure.ts';
import { stepsOf } from '../../machine.ts';
import type { ModelConfig } from './models.ts';
import type { Phase } from './phase.ts';
import { freshLayer, type Job, type Session, type StepName, type Style, session, type TaskMode } from './session.ts';

/** What a new session is made of, as far as it was said before the run began. */
export interface Setup {
  readonly job: Job;
  readonly style: Style;
  readonly mode: TaskMode | null;
  readonly model: ModelConfig | null;
}

/** A session that was found on the disk, ours or another tool's. `document` is what the file said: it is kept as it is. */
export interface Found {
  readonly session: Session;
  readonly phase: Phase;
  /** The step that was asked for of it; null when a person is asked first. */
  readonly step: StepName | null;
  readonly document: Readonly<Record<string, unknown>>;
}

/** A session, and where it stands. */
export interface Standing {
  readonly session: Session;
  readonly phase: Phase;
}

/** A setup that a crash cut off: there is a job, and nothing was chosen yet (W-59). */
export interface Begun {
  readonly begun: Setup;
}

type Branched = Pick<Session, 'branch' | 'base' | 'foreign' | 'manifest'>;

/** Where a session goes on. */
export interface Resumed {
  readonly phase: Phase;
  readonly step: StepName | null;
  /** What a restart begins with, where a person was asked about it; else it is the same job again. */
  readonly anew?: Setup;
}

/** Why an implementation is asked for, and what the one before it did wrong. */
export interface Order {
  readonly because: 'round' | 'layer1' | 'layer2' | 'tests';
  /** One line; empty in the first try of a round. */
  readonly failure: string;
}

export type Confidence = 'High' | 'Medium' | 'Low' | 'Unknown';

export type Task =
  | { readonly at: 'asking-conflict'; readonly setup: Setup; readonly skill: string }
  | { readonly at: 'asking-session'; readonly setup: Setup; readonly found: Omit<Found, 'document'> | Begun }
  | { readonly at: 'asking-changed'; readonly found: Standing; readonly own: Standing }
  | { readonly at: 'clearing-old'; readonly setup: Setup; readonly onto: 'start' | 'cancel' }
  | (Session & { readonly at: 'inspecting' } & Resumed)
  /** A session that was found, and whose branch is not the one that HEAD is on, gets one of its own. */
  | (Session & { readonly at: 'rejoining' } & Resumed)
  | { readonly at: 'preparing'; readonly setup: Setup }
  | { readonly at: 'branching'; readonly setup: Setup; readonly manifest: Artifact | null }
  | { readonly at: 'asking-mode'; readonly setup: Setup; readonly branched: Branched }
  | {
      readonly at: 'asking-model';
      readonly setup: Setup;
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
  | (Session & { readonly at: 'implementing' } & Order)
  | (Session & { readonly at: 'surveying'; readonly onto: 'verify' | 'evaluate' })
  | (Session & { readonly at: 'asking-tests'; readonly survey: Survey })
  | (Session & { readonly at: 'building'; readonly survey: Survey })
  | (Session & { readonly at: 'testing'; readonly survey: Survey; readonly build: StepResult })
  | (Session & { readonly at: 'reporting'; readonly survey: Survey; readonly steps: readonly StepResult[] })
  | (Session & { readonly at: 'wording'; readonly survey: Survey; readonly failure: string })
  | (Session & { readonly at: 'noting'; readonly survey: Survey; readonly failure: string; readonly line: string })
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
  | (Session & { readonly at: 'commit-gate'; readonly accepted: Accepted; readonly kept: boolean })
  | (Session & { readonly at: 'guarding'; readonly accepted: Accepted })
  | (Session & { readonly at: 'committing'; readonly accepted: Accepted; readonly docs: 'notes' | 'all' })
  | (Session & { readonly at: 'clearing'; readonly accepted: Accepted; readonly docs: 'clear' | 'keep' })
  | { readonly at: 'surveying-base'; readonly base: string }
  | { readonly at: 'asking-base'; readonly base: string; readonly folders: number; readonly files: number }
  | { readonly at: 'clearing-base'; readonly base: string }
  | { readonly at: 'completed' }
  | { readonly at: 'spent' }
  | { readonly at: 'cancelled' }
  | { readonly at: 'failed'; readonly because: Failure };

/** How it came to its end: judged good, taken as it is, or out of rounds (W-133, W-135, W-138). */
export type Accepted = 'passed' | 'as-is' | 'at-limit';

export type SessionState = Extract<Task, Session>;
export const isSessionState = (state: Task): state is SessionState => 'round' in state;

export const step = stepsOf<Task>();

export const failed = (because: Failure) => ({ at: 'failed', because }) as const;

/** W-29 to W-31: what follows a step by itself in auto style waits for the next command in the others. */
export const halted = (s: Session, after: StepName, failure = '') =>
  ({ ...session(s), at: 'halted', after, because: 'style', failure }) as const;
export const stopped = (s: Session, after: StepName, failure = '') =>
  ({ ...session(s), at: 'halted', after, because: 'stop', failure }) as const;

export const afterPlan = (s: Session) =>
  s.style === 'auto' ? ({ ...session(s), at: 'approving' } as const) : halted(s, 'plan');
/** W-105: the first entry of a round into verification begins to count anew; a retry keeps its count. */
export const firstVerify = (s: Session) => verifyAgain({ ...s, layer1: freshLayer });
export const verifyAgain = (s: Session) =>
  ({ ...session(s), layer1: { ...s.layer1, result: null }, at: 'surveying', onto: 'verify' }) as const;
/** W-07: an old session without verification has none to run. */
export const afterGenerate = (s: Session) => {
  if (s.v1 && !s.v1.verify) return evaluate(s);
  return s.style === 'auto' ? firstVerify(s) : halted(s, 'generate');
};
export const afterVerify = (s: Session, failure = '') =>
  s.style === 'auto' ? evaluate(s) : halted(s, 'verify', failure);
/** What Layer 2 found the last time says nothing about what is there now. */
export const evaluate = (s: Session) =>
  ({ ...session(s), layer2: { ...s.layer2, result: null }, at: 'surveying', onto: 'evaluate' }) as const;
/** W-98 to W-100: one generator, or a plan that advisors read first. */
export const generate = (s: Session) =>
  s.mode === 'single'
    ? ({ ...session(s), at: 'implementing', because: 'round', failure: '' } as const)
    : ({ ...session(s), at: 'drafting' } as const);
export const finish = (s: Session, accepted: Accepted) =>
  s.job.hasGit
    ? ({ ...session(s), at: 'commit-gate', accepted, kept: false } as const)
    : ({ ...session(s), at: 'clearing', accepted, docs: 'keep' } as const);

/** A call that a crash cut off is not repeated in the user's checkout: what is there decides how it goes on (W-25 to W-28). */
export const orInspect = (s: Session, because: Failure, phase: Phase) =>
  because.code === 'agent.aborted'
    ? ({ ...session(s), at: 'inspecting', phase, step: null } as const)
    : failed(because);

/** What the evaluator said was wrong still counts when its report says otherwise; empty when it said nothing was. */
export function judge(s: Session, failure: string) {
  const layer = s.layer2.result === 'FAIL' ? 'L2' : failure === '' ? 'none' : 'L3';
  return { ...session(s), at: 'judging', layer, failure } as const;
}

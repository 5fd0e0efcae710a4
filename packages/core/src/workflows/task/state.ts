/** States of a task. */

import type { Workplace } from '../../effects/agent.ts';
import type { ChangeSurvey, DocumentProblem, StepResult } from '../../effects/checkout.ts';
import type { Failure } from '../../failure/failure.ts';
import type { Artifact } from '../../journal/artifact.ts';
import { defineStep } from '../../machine/machine.ts';
import type { Reason } from '../../trust/reason.ts';
import type { RejectedTests } from '../acceptance/job.ts';
import type { ModelConfig } from './models.ts';
import type { TaskPhase } from './phase.ts';
import { isProofDue } from './proof-record.ts';
import type { Confidence } from './roles/auto-fix-proposer.ts';
import {
  emptyLayer,
  type RunStyle,
  type Session,
  type StepName,
  sessionState,
  type TaskJob,
  type TaskMode,
} from './session.ts';

/** The choices for a new session that were made before the run; `null` if not made. */
export interface SessionSetup {
  readonly job: TaskJob;
  readonly style: RunStyle;
  readonly mode: TaskMode | null;
  readonly model: ModelConfig | null;
}

/** A session found on disk, ours or another tool's. `document` is the unchanged content of the file. */
export interface FoundState {
  readonly session: Session;
  readonly phase: TaskPhase;
  /** The step named by a person; `null` asks about the session first. */
  readonly step: StepName | null;
  readonly document: Readonly<Record<string, unknown>>;
}

export interface SessionAtPhase {
  readonly session: Session;
  readonly phase: TaskPhase;
}

/** A setup that a crash interrupted: it has a job, but no choices yet (W-59). */
export interface InterruptedSetup {
  readonly begun: SessionSetup;
}

type Branched = Pick<Session, 'branch' | 'base' | 'foreign' | 'manifest' | 'userFiles'>;

export interface ResumePoint {
  readonly phase: TaskPhase;
  readonly step: StepName | null;
  /** The setup for a restart; `undefined` repeats the same job. */
  readonly anew?: SessionSetup;
  /** The implementation that a crash interrupted; its files decide whether it is repeated. */
  readonly interrupted?: ImplementationReason;
}

/** The result of a change of the spec, as the person sees it. */
export interface SpecReview {
  /** The version that the next changes are compared with. */
  readonly before: Artifact | null;
  readonly diff: Artifact | null;
  readonly result: 'changed' | 'unchanged' | DocumentProblem;
}

export interface ImplementationReason {
  readonly because: 'round' | 'layer1' | 'layer2' | 'tests' | 'proof';
  /** One line; empty in the first try of a round. */
  readonly failure: string;
}

export interface SetbackReason extends ImplementationReason {
  readonly because: 'layer1' | 'tests' | 'proof';
}

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
  /** HEAD is not on the branch of the found session: it gets a new branch. */
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
  | (Session & { readonly at: 'checking-base' })
  | (Session & { readonly at: 'leaving' })
  | (Session & { readonly at: 'looking' })
  | (Session & { readonly at: 'placing'; readonly from: string })
  | (Session & { readonly at: 'asking-scan' })
  | (Session & { readonly at: 'scanning'; readonly retriesLeft: number })
  | (Session & { readonly at: 'checking-scan'; readonly retriesLeft: number })
  | (Session & { readonly at: 'asking-scan-again'; readonly retriesLeft: number })
  | (Session & { readonly at: 'planning' })
  | (Session & { readonly at: 'critiquing' })
  | (Session & { readonly at: 'synthesising' })
  | (Session & { readonly at: 'approving'; readonly review?: SpecReview })
  /** After an answer about the spec: `because` is the failure of the planner that was to change it. */
  | (Session & {
      readonly at: 'comparing';
      readonly before: Artifact | null;
      readonly onto: 'ask' | 'revise' | 'generate';
      readonly because?: Failure;
    })
  | (Session & { readonly at: 'revising'; readonly before: Artifact | null; readonly spec: Artifact })
  | (Session & { readonly at: 'drafting' })
  | (Session & { readonly at: 'advising' })
  /** `rejected` are earlier acceptance tests; absent before the first call. */
  | (Session & {
      readonly at: 'accepting';
      readonly onto: 'generate' | 'verify';
      readonly rejected?: RejectedTests;
    })
  /** `dropped` are their files. */
  | (Session & {
      readonly at: 'freezing';
      readonly onto: 'generate' | 'verify';
      readonly dropped?: readonly string[];
    })
  | (Session & { readonly at: 'asking-acceptance' } & SetbackReason)
  | (Session & { readonly at: 'implementing' } & ImplementationReason)
  | (Session & {
      readonly at: 'surveying';
      readonly onto: 'verify' | 'evaluate';
      /** Set if a crash interrupted the implementation before its report: an older report does not count. */
      readonly unreported?: true;
    })
  | (Session & { readonly at: 'asking-tests'; readonly survey: ChangeSurvey })
  | (Session & { readonly at: 'building'; readonly survey: ChangeSurvey })
  | (Session & {
      readonly at: 'testing';
      readonly survey: ChangeSurvey;
      readonly build: StepResult;
      /** Results of the later steps so far; absent before the first. */
      readonly done?: readonly StepResult[];
    })
  | (Session & { readonly at: 'reporting'; readonly survey: ChangeSurvey; readonly steps: readonly StepResult[] })
  | (Session & { readonly at: 'wording'; readonly survey: ChangeSurvey; readonly failure: string })
  | (Session & {
      readonly at: 'noting';
      readonly survey: ChangeSurvey;
      readonly failure: string;
      readonly line: string;
    })
  | (Session & { readonly at: 'proving'; readonly commit: string; readonly change: string })
  | (Session & { readonly at: 'recording'; readonly lines: readonly string[] })
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
      /** `style`: the step is done; `stop`: a person answered Stop at a gate. */
      readonly because: 'style' | 'stop';
      readonly failure: string;
    })
  /** `kept`: the guard refused to delete the documents, so that choice is no longer offered. */
  | (Session & { readonly at: 'commit-gate'; readonly accepted: SpecAcceptance; readonly kept: boolean })
  | (Session & { readonly at: 'guarding'; readonly accepted: SpecAcceptance })
  | (Session & { readonly at: 'committing'; readonly accepted: SpecAcceptance; readonly docs: 'notes' | 'all' })
  /** Files differ from the verified commit. */
  | (Session & {
      readonly at: 'asking-unverified';
      readonly accepted: SpecAcceptance;
      readonly files: readonly string[];
    })
  | (Session & { readonly at: 'clearing'; readonly accepted: SpecAcceptance; readonly docs: 'clear' | 'keep' })
  | { readonly at: 'surveying-base'; readonly base: string }
  | { readonly at: 'asking-base'; readonly base: string; readonly folders: number; readonly files: number }
  | { readonly at: 'clearing-base'; readonly base: string }
  | { readonly at: 'completed'; readonly unwitnessed?: readonly Reason[] }
  | { readonly at: 'spent'; readonly unwitnessed?: readonly Reason[] }
  | { readonly at: 'cancelled' }
  | { readonly at: 'failed'; readonly because: Failure };

/** Why the session ends: it passed, was accepted as is, or has no rounds left (W-133, W-135, W-138). */
export type SpecAcceptance = 'passed' | 'as-is' | 'at-limit';

export type SessionState = Extract<Task, Session>;
export const isSessionState = (state: Task): state is SessionState => 'round' in state;

/** The user's checkout. It has no checkpoint to reset to, so user files are never lost. */
export const checkoutWorkplace: Workplace = { cwd: '.', checkpoint: null };

export const step = defineStep<Task>();

export const taskFailed = (because: Failure) => ({ at: 'failed', because }) as const;

/** W-29 to W-31: in the styles phase and step the run waits here for the next command. */
export const toHalted = (s: Session, after: StepName, failure = '') =>
  ({ ...sessionState(s), at: 'halted', after, because: 'style', failure }) as const;
export const toStopped = (s: Session, after: StepName, failure = '') =>
  ({ ...sessionState(s), at: 'halted', after, because: 'stop', failure }) as const;

export const afterPlan = (s: Session) =>
  s.style === 'auto' ? ({ ...sessionState(s), at: 'approving' } as const) : toHalted(s, 'plan');
/** W-105: the first verification of a round resets the count; a retry keeps it. */
export const firstVerify = (s: Session) => verifyAgain({ ...s, layer1: emptyLayer });
export const verifyAgain = (s: Session) =>
  ({ ...sessionState(s), layer1: { ...s.layer1, result: null }, at: 'surveying', onto: 'verify' }) as const;
/** W-07: an old session without verification skips it. */
export const afterGenerate = (s: Session) => {
  if (s.v1 && !s.v1.verify) return toEvaluate(s);
  return s.style === 'auto' ? firstVerify(s) : toHalted(s, 'generate');
};
export const afterVerify = (s: Session, failure = '') =>
  s.style === 'auto' ? toEvaluate(s) : toHalted(s, 'verify', failure);
/** Resets the previous Layer 2 result, which is about older files. A required proof comes first. */
export const toEvaluate = (s: Session) =>
  isProofDue(s)
    ? firstVerify(s)
    : ({ ...sessionState(s), layer2: { ...s.layer2, result: null }, at: 'surveying', onto: 'evaluate' } as const);
/** W-98 to W-100: one generator, or a plan with advisors first. Acceptance tests of another role come before both. */
export function toGenerate(s: Session) {
  if (lacksAcceptanceTests(s)) return { ...sessionState(s), at: 'accepting', onto: 'generate' } as const;
  return hasFrozenTests(s) ? ({ ...sessionState(s), at: 'freezing', onto: 'generate' } as const) : startGenerators(s);
}
export const startGenerators = (s: Session) =>
  s.mode === 'single'
    ? ({ ...sessionState(s), at: 'implementing', because: 'round', failure: '' } as const)
    : ({ ...sessionState(s), at: 'drafting' } as const);
/** Work that needs no witness needs no acceptance tests, and without a commit there is nothing to compare it with. */
export const lacksAcceptanceTests = (s: Session): boolean =>
  s.job.trust?.acceptance === 'independent' &&
  s.frozen === undefined &&
  s.proof?.kind === undefined &&
  s.base !== null &&
  s.branch !== null &&
  s.v1?.verify !== false;
const hasFrozenTests = ({ frozen }: Session): boolean => (frozen?.files.length ?? 0) > 0;
/** After the retries: the work may be wrong, or the acceptance tests of another role. */
export const toVerifyGate = (s: Session, { because, failure }: SetbackReason) =>
  hasFrozenTests(s)
    ? ({ ...sessionState(s), at: 'asking-acceptance', because, failure } as const)
    : ({ ...sessionState(s), at: 'verify-gate', failure } as const);
export const toFinishTask = (s: Session, accepted: SpecAcceptance) =>
  s.job.hasGit
    ? ({ ...sessionState(s), at: 'commit-gate', accepted, kept: false } as const)
    : ({ ...sessionState(s), at: 'clearing', accepted, docs: 'keep' } as const);

/** A call that a crash interrupted is not repeated in the user's checkout: the files decide how to continue (W-25 to W-28). */
export const toFailedOrInspecting = (s: Session, because: Failure, phase: TaskPhase) =>
  because.code === 'agent.aborted'
    ? ({ ...sessionState(s), at: 'inspecting', phase, step: null } as const)
    : taskFailed(because);

/** The evaluator's answer counts even if its report disagrees; `failure` is empty if it found none. */
export function toJudgement(s: Session, failure: string) {
  const layer = s.layer2.result === 'FAIL' ? 'L2' : failure === '' ? 'none' : 'L3';
  return { ...sessionState(s), at: 'judging', layer, failure } as const;
}

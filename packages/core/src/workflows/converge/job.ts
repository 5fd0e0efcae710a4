/** The job of converge and its states. A state holds only what is valid in it. */

import type { Finding } from '../../answer-contracts/finding.ts';
import type { ManualStep } from '../../answer-contracts/manual-step.ts';
import { type CheckedWork, inRoom, type RedCheck, testBase } from '../../checks/check-round.ts';
import type { DevServer } from '../../checks/dev-server.ts';
import type { Lane } from '../../effects/git.ts';
import type { Screens, ScreensInput } from '../../effects/screens.ts';
import type { Failure } from '../../failure/failure.ts';
import type { Artifact } from '../../journal/artifact.ts';
import type { WeakenedTest } from '../../test-guard/weakened-tests.ts';
import type { FrozenTests } from '../../trust/acceptance.ts';
import type { Reason } from '../../trust/reason.ts';
import type { WorkKind } from '../../trust/work-kind.ts';
import type { RejectedTests } from '../acceptance/job.ts';
import type { TrustSettings } from '../proof/job.ts';
import type { Repair } from './implementer.ts';
import type { ReviewedDiffs } from './review-diffs.ts';

/** The end-to-end run, after a review without blocking findings (D-35, D-36). */
export interface E2e {
  readonly command: string;
  readonly timeoutMs: number;
  /** Folders with evidence for the merge decision, and the place where they are kept (D-37). */
  readonly artifactDirs: readonly string[];
  readonly keepIn: string;
  /** The server that the command needs and does not start itself. */
  readonly server?: DevServer;
}

/** Why a finished branch is continued: findings, or its base moved to the commit `bring`. */
export type ConvergeRepair =
  | { readonly is: 'findings'; readonly findings: readonly Finding[] }
  | { readonly is: 'base'; readonly bring: string };

/** Decisions of a person about the proof of a branch, and its frozen tests. They also count for a repair of it. */
export interface ProofDecisions {
  /** Acceptance tests of another role; absent if there are none. */
  readonly frozen?: FrozenTests;
  /** Broken promises of the base that were allowed. */
  readonly promised?: readonly string[];
  /** Why the change was accepted without a witness. */
  readonly unwitnessed?: readonly Reason[];
}

export interface ConvergeJob {
  /** The plan or feature; absent for a single run. */
  readonly item?: string;
  /** Subject of the commit; default: the first line of the task. */
  readonly title?: string;
  readonly task: string;
  readonly slug: string;
  readonly checks: readonly string[];
  readonly checkTimeoutMs: number;
  /**
   * Checks that run on the base first; a person is asked about red ones. Absent in runs of older versions, empty if all
   * checks were given on the command line.
   */
  readonly baseline?: readonly string[];
  /** Checks run in a clean room of the checkpoint; absent in runs of older versions, whose checks run in the lane. */
  readonly rooms?: true;
  /** A later review gets the changes since the last one as a diff of their own; absent in runs of older versions. */
  readonly stepDiffs?: true;
  /** How the change is proved before its review; absent in runs of older versions, and if the proof is off. */
  readonly trust?: TrustSettings;
  /** Work that has no witness by nature; absent for all other work. */
  readonly kind?: WorkKind;
  /** Globs of tests that the approved plan changes. */
  readonly changes?: readonly string[];
  /** Commands of the task itself, which may witness it; default: the checks that are not in `baseline`. */
  readonly given?: readonly string[];
  /** Decisions of a person about the branch that `mend` continues; absent if there are none. */
  readonly decided?: ProofDecisions;
  /** Maximum number of implementer calls; a red check uses one like a blocking finding. */
  readonly passes: number;
  /** Globs of test files; default: the conventions of the common languages. */
  readonly testFiles?: readonly string[];
  /** Globs of the reports that checks write; default: the common places. */
  readonly reports?: readonly string[];
  readonly whenSpent: 'ask' | 'fail';
  readonly e2e?: E2e;
  /** Pages to review before each review; absent if the product has no server. */
  readonly screens?: ScreensInput;
  /** Branch of the lane; default: `harness/<slug>`. */
  readonly branch?: string;
  /** Branch to start from; default: the user's current branch. */
  readonly from?: string;
  /** Commit to start from; default: the head of `from`. */
  readonly at?: string;
  /** Continues the existing branch if there is one. */
  readonly continues?: true;
  /** Continues `branch` for this repair instead of starting a new one. */
  readonly mend?: ConvergeRepair;
  readonly roles: {
    /** Writes acceptance tests before the work; absent if the implementer writes all tests. */
    readonly accept?: string;
    readonly implement: string;
    readonly repair: string;
    /** Empty if only the checks judge. */
    readonly review: readonly string[];
  };
}

export interface Pass {
  readonly job: ConvergeJob;
  readonly lane: Lane;
  readonly checkpoint: string;
  readonly passesLeft: number;
  readonly followUps: readonly Finding[];
  /** Weakened tests that a person allowed; absent if none. */
  readonly allowed?: readonly WeakenedTest[];
  /** Checks that were red on the base and do not decide; absent if none. */
  readonly ignored?: readonly string[];
  /** The change so far, for a fixer that did not make it; absent if the implementer repairs its own work. */
  readonly made?: Artifact;
  /** Absent before the first review that found something, and in runs of older versions. */
  readonly reviewed?: ReviewedDiffs;
  /** The commit that the whole change of a continued branch is proved against; absent for a new branch. */
  readonly changeBase?: string;
  /** Set if a proof sent the work back. */
  readonly isReturned?: true;
  /** Broken promises of the base that a person allowed; absent if none. */
  readonly promised?: readonly string[];
  /** Why a person accepted the change without a witness; absent if it has one. */
  readonly unwitnessed?: readonly Reason[];
  /** Acceptance tests of another role, which are restored after each call; absent if there are none. */
  readonly frozen?: FrozenTests;
}

type Over =
  | {
      readonly at: 'converged';
      readonly followUps: readonly Finding[];
      readonly commit: string | null;
      /** Present if the job named a branch: the real one, which may have a number added. */
      readonly branch?: string;
      /** Remaining passes for a later continuation of the branch. */
      readonly passesLeft?: number;
      /** Checks that were red on the base and do not decide; absent if none. */
      readonly ignored?: readonly string[];
      /** Why a person accepted the change without a witness; absent if it has one. */
      readonly unwitnessed?: readonly Reason[];
      /** Broken promises of the base that a person allowed; absent if none. */
      readonly promised?: readonly string[];
      /** Acceptance tests that a repair of the branch must not change either; absent if there are none. */
      readonly frozen?: FrozenTests;
    }
  | { readonly at: 'spent'; readonly repair: Repair }
  | { readonly at: 'stopped' }
  | { readonly at: 'failed'; readonly because: Failure };

export type ConvergeState =
  | { readonly at: 'opening'; readonly job: ConvergeJob }
  | { readonly at: 'continuing'; readonly job: ConvergeJob; readonly mend: ConvergeRepair }
  /** The checks run on the commit `on`, before the first agent call. */
  | (Pass & { readonly at: 'checking-base'; readonly on: string; readonly repair: Repair | null })
  | (Pass & { readonly at: 'catching-up'; readonly from: string; readonly found: readonly Finding[] })
  | (Pass & { readonly at: 'proving'; readonly left: readonly string[]; readonly red: readonly RedCheck[] })
  /** `rejected` are earlier acceptance tests; absent before the first call. */
  | (Pass & { readonly at: 'accepting'; readonly rejected?: RejectedTests })
  /** `dropped` are their files. */
  | (Pass & { readonly at: 'freezing'; readonly dropped?: readonly string[] })
  | (Pass & { readonly at: 'asking-acceptance'; readonly frozen: FrozenTests; readonly repair: Repair })
  | (Pass & { readonly at: 'implementing'; readonly repair: Repair | null })
  | (Pass & { readonly at: 'saving'; readonly errand?: ManualStep })
  | (Pass & { readonly at: 'asking-errand'; readonly errand: ManualStep; readonly diff: Artifact })
  | (Pass & { readonly at: 'inspecting'; readonly diff: Artifact })
  | (Pass & { readonly at: 'asking-tests'; readonly diff: Artifact; readonly weakened: readonly WeakenedTest[] })
  | (Pass & {
      readonly at: 'checking';
      readonly diff: Artifact;
      readonly left: readonly string[];
      readonly red: readonly RedCheck[];
      readonly lost?: readonly WeakenedTest[];
    })
  | (Pass & { readonly at: 'witnessing'; readonly diff: Artifact })
  | (Pass & { readonly at: 'screening'; readonly diff: Artifact; readonly screens: ScreensInput })
  | (Pass & { readonly at: 'reviewing'; readonly diff: Artifact; readonly seen?: Screens })
  | (Pass & { readonly at: 'e2e'; readonly e2e: E2e })
  | (Pass & { readonly at: 'deciding'; readonly repair: Repair })
  | (Pass & { readonly at: 'committing' })
  | { readonly at: 'closing'; readonly lane: Lane; readonly over: Over }
  | Over;

export type ConvergeResult =
  | Extract<Over, { at: 'converged' }>
  | { readonly at: 'spent' }
  | { readonly at: 'stopped' }
  | { readonly at: 'failed'; readonly because: Failure };

/** Only the fields of a pass, without those of the previous state. */
export const passState = ({
  job,
  lane,
  checkpoint,
  passesLeft,
  followUps,
  allowed,
  ignored,
  made,
  reviewed,
  changeBase,
  isReturned,
  promised,
  unwitnessed,
  frozen,
}: Pass): Pass => ({
  job,
  lane,
  checkpoint,
  passesLeft,
  followUps,
  ...(allowed === undefined ? {} : { allowed }),
  ...(ignored === undefined ? {} : { ignored }),
  ...(made === undefined ? {} : { made }),
  ...(reviewed === undefined ? {} : { reviewed }),
  ...(changeBase === undefined ? {} : { changeBase }),
  ...(isReturned === undefined ? {} : { isReturned }),
  ...(promised === undefined ? {} : { promised }),
  ...(unwitnessed === undefined ? {} : { unwitnessed }),
  ...(frozen === undefined ? {} : { frozen }),
});

export const checkedWork = ({ job, lane, checkpoint, allowed }: Pass): CheckedWork => ({
  path: lane.path,
  commit: checkpoint,
  all: job.checks,
  base: testBase(lane.brought?.merged ?? lane.base, job.testFiles, allowed),
});

/** A lane also gets dependencies that are not installed yet; the installation runs like a check. */
export const laneInstallation = ({ rooms, checkTimeoutMs }: Pick<ConvergeJob, 'rooms' | 'checkTimeoutMs'>) =>
  rooms ? { installTimeoutMs: checkTimeoutMs } : {};

/** For an effect after all checks of the pass, which may need their build outputs. */
export const roomAfterChecks = ({ job, checkpoint }: Pass) => (job.rooms ? inRoom(checkpoint, job.checks) : {});

/** Before the first agent call; runs of older versions, and runs without checks, start at once. */
export function toFirstCall(state: Pass, on: string) {
  return hasBaseline(state)
    ? ({ ...passState(state), at: 'checking-base', on, repair: null } as const)
    : toWork({ ...state, repair: null });
}

/** The same for a repair of findings. */
export function toRepair(state: Pass, on: string, repair: Repair) {
  const next = { ...passState(state), repair };
  return hasBaseline(state)
    ? ({ ...next, at: 'checking-base', on } as const)
    : ({ ...next, at: 'implementing' } as const);
}

const hasBaseline = ({ job }: Pass): boolean => (job.baseline ?? []).length > 0;

/** Acceptance tests come first. Work of a kind that has no witness needs none, and a repair keeps those of its branch. */
export function toWork(state: Pass & { readonly repair: Repair | null }) {
  const { job, repair } = state;
  return job.roles.accept !== undefined && repair === null && job.kind === undefined
    ? ({ ...passState(state), at: 'accepting' } as const)
    : ({ ...passState(state), at: 'implementing', repair } as const);
}

export function toChecks(state: Pass, diff: Artifact) {
  const left = state.job.checks;
  const next = { ...passState(state), diff };
  return left.length > 0
    ? ({ ...next, at: 'checking', left, red: [] as readonly RedCheck[] } as const)
    : toWitnessing(next, diff);
}

/** Runs of older versions, and runs without a proof, go to the review at once. */
export function toWitnessing(state: Pass, diff: Artifact) {
  return state.job.trust ? ({ ...passState(state), at: 'witnessing', diff } as const) : toReview(state, diff);
}

export function toReview(state: Pass, diff: Artifact) {
  const { screens } = state.job;
  const next = { ...passState(state), diff };
  return screens ? ({ ...next, at: 'screening', screens } as const) : ({ ...next, at: 'reviewing' } as const);
}

/** Back to the implementer while passes are left; then a person decides, or the run ends as spent. */
export function toNextPass(state: Pass, repair: Repair) {
  const { job, lane, passesLeft } = state;
  if (passesLeft > 0) return { ...passState(state), at: 'implementing', passesLeft: passesLeft - 1, repair } as const;
  if (job.whenSpent === 'ask') return { ...passState(state), at: 'deciding', repair } as const;
  return { at: 'closing', lane, over: { at: 'spent', repair } } as const;
}

/** Like `toNextPass` for work that its tests do not accept: if another role wrote them, either may be wrong. */
export function toNextPassOrAsk(state: Pass, repair: Repair) {
  const { frozen, passesLeft } = state;
  return frozen && passesLeft === 0
    ? ({ ...passState(state), at: 'asking-acceptance', frozen, repair } as const)
    : toNextPass(state, repair);
}

/** After a final failure, closes the lane before the run ends. */
export const toGiveUp = ({ lane }: { readonly lane: Lane }, because: Failure) =>
  ({ at: 'closing', lane, over: { at: 'failed', because } }) as const;

/** The job, states and result of a lane. */

import type { RedCheck } from '../../../checks/check-round.ts';
import type { PublishedCommit } from '../../../effects/checkout.ts';
import type { FeatureBrief, MissionPlanFile } from '../../../effects/features.ts';
import type { Lane, LaneResourceOptions } from '../../../effects/git.ts';
import type { PreparedMerge } from '../../../effects/publish-lane.ts';
import type { Screens, ScreensInput } from '../../../effects/screens.ts';
import type { Failure } from '../../../failure/failure.ts';
import type { Artifact } from '../../../journal/artifact.ts';
import type { Issue } from '../../../mission/issue.ts';
import type { SmokeTest } from '../../../mission/smoke.ts';
import type { OutsideFile } from '../../../test-guard/consent.ts';
import type { WeakenedTest } from '../../../test-guard/weakened-tests.ts';
import type { FrozenTests } from '../../../trust/acceptance.ts';
import type { Reason } from '../../../trust/reason.ts';
import type { RejectedTests } from '../../acceptance/job.ts';
import type { RunningProduct, TrustSettings } from '../../proof/job.ts';
import type { CommandOutput } from '../roles/validator.ts';
import type { WorkerReason } from '../roles/worker.ts';

export interface SavedWork {
  readonly base: string;
  readonly checkpoint: string;
  /** Why a person accepted it without a witness; absent if it has one. */
  readonly unwitnessed?: readonly Reason[];
  /** Acceptance tests of another role, without files if a person gave them up; absent before they are written. */
  readonly frozen?: FrozenTests;
}

export interface LaneJob {
  readonly feature: string;
  readonly plan: MissionPlanFile;
  readonly base: string;
  /** One verb of the mission each: build, or judge and merge (M-11, M-12). Lanes of a competition only judge. */
  readonly until: 'implemented' | 'judged' | 'merged';
  /** The attempt, counted by the mission. */
  readonly round: number;
  readonly saved: SavedWork | null;
  /** File of an earlier run that describes the failure; `null` if there is none. */
  readonly setback: string | null;
  readonly ruling: string;
  readonly checks: readonly string[];
  readonly checkTimeoutMs: number;
  /** Checks run in a clean room of the checkpoint; absent in runs of older versions, whose checks run in the lane. */
  readonly rooms?: true;
  /** Pages must be Markdown documents that instruct no agent; absent in runs of older versions. */
  readonly guardsDocuments?: true;
  /** The spec of the mission: its change is asked about; absent without a spec, and in runs of older versions. */
  readonly spec?: string;
  readonly testFiles?: readonly string[];
  readonly reports?: readonly string[];
  /** How the work is proved after its checks; absent in runs of older versions, and if the proof is off. */
  readonly trust?: TrustSettings;
  /** Set in runs of version 1 that proved new tests with these commands. Now the whole change is proved instead. */
  readonly proof?: readonly string[];
  /** Server for the review of the interface (MO-21); `undefined` skips it. */
  readonly uiQa?: ScreensInput;
  readonly crosscheck?: true;
  /** The smoke test before the merge (M-12); `undefined` skips it. */
  readonly smoke?: SmokeTest;
  /** The running product, which may witness the work; absent if the harness cannot start it. */
  readonly product?: RunningProduct;
  readonly documents?: true;
  readonly allots?: LaneResourceOptions;
  /** How a passed feature is kept; `undefined` merges it. */
  readonly onPass?: OnPass;
  /** Work to start on besides the base, as commits or branches; only if features are not merged. */
  readonly onto?: readonly string[];
  /** The branch that kept the feature before it was reopened. */
  readonly branch?: string;
  /** Name of the lane in a competition; `undefined` means the feature's id. */
  readonly lane?: string;
  /**
   * Steps that do not need each other run at the same time, and the mission closes the lane of a merged feature; absent in
   * runs of older versions, in competitions and in the checkout.
   */
  readonly atOnce?: true;
  /** The saved work was judged before, with these issues: it is merged without a new judgement, unless it changes. */
  readonly judged?: { readonly issues: readonly Issue[] };
  /** Builds in the user's checkout; `undefined` means in a separate worktree. */
  readonly checkout?: CheckoutOptions & {
    /** True to continue with the files in the checkout; false to restore the saved work, for the judge. */
    readonly stays: boolean;
  };
}

export interface CheckoutOptions {
  readonly as: PublishedCommit;
  /** Set if the mission keeps the user's own files before the first agent; absent in old runs. */
  readonly keeps?: true;
  readonly foreign: readonly string[];
}

/** A passed feature keeps its branch; `pr` also offers it as a pull request. */
export type OnPass = 'keep' | 'pr';

/** The name of the machine in journals. */
export const laneMachine = 'lane';

export const laneName = ({ lane, feature }: Pick<LaneJob, 'lane' | 'feature'>): string => lane ?? feature;

export type LaneFailureReason =
  | 'checks'
  | 'claims'
  | 'validator'
  | 'conflict'
  | 'merged-red'
  | 'base-moves'
  | 'unproven'
  | 'ui-qa'
  | 'crosscheck'
  | 'smoke'
  | 'competition'
  | 'lost'
  | 'interrupted';

export interface LaneWork {
  readonly job: LaneJob;
  readonly brief: FeatureBrief;
  readonly lane: Lane;
  readonly checkpoint: string;
  /** How often merges of others may still send the worker back. */
  readonly repairsLeft: number;
  /** How often the base may still move before the merge. */
  readonly landingsLeft: number;
  readonly issues: readonly Issue[];
  /** Weakened tests that a person allowed; omitted if there are none. */
  readonly allowed?: readonly WeakenedTest[];
  /** Diff of the weakened files and changed tests of the checkpoint, as evidence for a question about them. */
  readonly testDiff?: Artifact;
  /** Files outside its scope that a person allowed, with the shown content; earlier versions kept only the name. */
  readonly strayed?: readonly (string | OutsideFile)[];
  /** Set if a proof sent the work back. */
  readonly isReturned?: true;
  /** Broken promises of the base that a person allowed; absent if none. */
  readonly promised?: readonly string[];
  /** Why a person accepted the work without a witness; absent if it has one. */
  readonly unwitnessed?: readonly Reason[];
  /** Acceptance tests, as in `SavedWork`. */
  readonly frozen?: FrozenTests;
  /** The merge commit of this work, written while it was judged. */
  readonly prepared?: PreparedMerge;
}

export interface WorkerCall {
  readonly told: WorkerReason;
  /** In the checkout, the commit of the files before the call; absent if the checkpoint has them. */
  readonly before?: string;
}

/** Checks after the worker, before the validator, or after merging the base in. */
export type CheckStage = 'built' | 'claimed' | 'brought';

export type LaneResult =
  | { readonly is: 'implemented'; readonly saved: SavedWork }
  | { readonly is: 'judged'; readonly saved: SavedWork; readonly issues: readonly Issue[] }
  | {
      readonly is: 'passed';
      readonly commit: string | null;
      readonly left: string;
      readonly issues: readonly Issue[];
      /** The branch that keeps it; `undefined` if it is merged. */
      readonly branch?: string;
      /** Why a person accepted it without a witness; absent if it has one. */
      readonly unwitnessed?: readonly Reason[];
      /** The lane, if the mission closes it. */
      readonly open?: Lane;
    }
  | {
      readonly is: 'failing';
      readonly because: LaneFailureReason;
      readonly setback: string | null;
      readonly saved: SavedWork | null;
      readonly issues: readonly Issue[];
    }
  | { readonly is: 'blocked'; readonly why: string; readonly saved: SavedWork | null }
  | { readonly is: 'stopped' }
  | { readonly is: 'broken'; readonly because: Failure; readonly saved: SavedWork | null };

export type LaneState =
  | { readonly at: 'briefing'; readonly job: LaneJob }
  | { readonly at: 'opening'; readonly job: LaneJob; readonly brief: FeatureBrief }
  /** `rejected` are earlier acceptance tests; absent before the first call. */
  | (LaneWork & { readonly at: 'accepting'; readonly told: WorkerReason; readonly rejected?: RejectedTests })
  /** `dropped` are their files. */
  | (LaneWork & { readonly at: 'freezing'; readonly told: WorkerReason; readonly dropped?: readonly string[] })
  | (LaneWork & { readonly at: 'asking-acceptance'; readonly frozen: FrozenTests; readonly red: readonly RedCheck[] })
  | (LaneWork & { readonly at: 'working' } & WorkerCall)
  | (LaneWork & { readonly at: 'smoking' })
  | (LaneWork & {
      readonly at: 'saving';
      readonly blocked: string | null;
      /** The call that a crash interrupted in the checkout: it is repeated if it wrote nothing. */
      readonly interrupted?: WorkerCall;
    })
  | (LaneWork & { readonly at: 'scoping'; readonly touched: number })
  | (LaneWork & {
      readonly at: 'asking-scope';
      readonly outside: readonly string[];
      /** Hashes of the files; absent in states of earlier versions. */
      readonly contents?: readonly string[];
      readonly touched: number;
    })
  | (LaneWork & { readonly at: 'inspecting' })
  | (LaneWork & { readonly at: 'asking-tests'; readonly weakened: readonly WeakenedTest[] })
  | (LaneWork & {
      readonly at: 'checking';
      readonly stage: CheckStage;
      readonly left: readonly string[];
      readonly red: readonly RedCheck[];
      readonly lost?: readonly WeakenedTest[];
      readonly printed?: readonly CommandOutput[];
    })
  | (LaneWork & {
      readonly at: 'witnessing';
      /** Set if a proof of version 1 changed the files of the lane. */
      readonly isRewound?: true;
    })
  | (LaneWork & { readonly at: 'validating'; readonly printed?: readonly CommandOutput[] })
  | (LaneWork & { readonly at: 'looking-at-ui' })
  | (LaneWork & { readonly at: 'ui-testing'; readonly screens: Screens })
  | (LaneWork & { readonly at: 'crosschecking' })
  | (LaneWork & { readonly at: 'documenting' })
  | (LaneWork & { readonly at: 'saving-page' })
  /** `page` is the checkpoint with the page; `checkpoint` stays the judged work until the page has passed. */
  | (LaneWork & { readonly at: 'scoping-page'; readonly page: string })
  | (LaneWork & { readonly at: 'checking-page'; readonly page: string; readonly left: readonly string[] })
  | (LaneWork & { readonly at: 'dropping-page'; readonly why: string })
  | (LaneWork & { readonly at: 'syncing' })
  | (LaneWork & { readonly at: 'publishing' })
  | (LaneWork & { readonly at: 'keeping' })
  | (LaneWork & {
      readonly at: 'setting-back';
      readonly because: LaneFailureReason;
      readonly said: string;
      readonly red: readonly RedCheck[];
    })
  | (LaneWork & { readonly at: 'closing'; readonly result: LaneResult })
  | { readonly at: 'over'; readonly result: LaneResult };

export type WorkState = Extract<LaneState, LaneWork>;

/** Copies the work fields of a state, without the fields of that state only. */
export const laneWork = (state: LaneWork): LaneWork => ({
  job: state.job,
  brief: state.brief,
  lane: state.lane,
  checkpoint: state.checkpoint,
  repairsLeft: state.repairsLeft,
  landingsLeft: state.landingsLeft,
  issues: state.issues,
  ...(state.allowed === undefined ? {} : { allowed: state.allowed }),
  ...(state.testDiff === undefined ? {} : { testDiff: state.testDiff }),
  ...(state.strayed === undefined ? {} : { strayed: state.strayed }),
  ...(state.isReturned === undefined ? {} : { isReturned: state.isReturned }),
  ...(state.promised === undefined ? {} : { promised: state.promised }),
  ...(state.unwitnessed === undefined ? {} : { unwitnessed: state.unwitnessed }),
  ...(state.frozen === undefined ? {} : { frozen: state.frozen }),
  ...(state.prepared === undefined ? {} : { prepared: state.prepared }),
});

export const savedWorkOf = ({ lane: { base }, checkpoint, unwitnessed, frozen }: LaneWork): SavedWork => ({
  base,
  checkpoint,
  ...(unwitnessed === undefined ? {} : { unwitnessed }),
  ...(frozen === undefined ? {} : { frozen }),
});

/** Only the commits, for operations. */
export const commitsOf = ({ base, checkpoint }: SavedWork): Pick<SavedWork, 'base' | 'checkpoint'> => ({
  base,
  checkpoint,
});

export const laneOver = (result: LaneResult) => ({ at: 'over', result }) as const;

/** A final failure: the lane stays unchanged, and the mission decides. */
export const laneBroken = (state: LaneWork, because: Failure) =>
  laneOver({ is: 'broken', because, saved: savedWorkOf(state) });

export const laneSetback = (state: LaneWork, because: LaneFailureReason, said: string, red: readonly RedCheck[] = []) =>
  ({ ...laneWork(state), at: 'setting-back', because, said, red }) as const;

/** The result of a lane whose work was merged, kept, or had nothing to merge. */
export const passedResult = (
  { issues, unwitnessed }: LaneWork,
  fields: { readonly commit: string | null; readonly left: string; readonly branch?: string; readonly open?: Lane },
): Extract<LaneResult, { is: 'passed' }> => ({
  is: 'passed',
  ...fields,
  issues,
  ...(unwitnessed === undefined ? {} : { unwitnessed }),
});

/** What a lane of a mission is handed, the states it can be in, and what it tells the mission. */

import type { RedCheck } from '../../../checks/check-round.ts';
import type { PublishedCommit } from '../../../effects/checkout.ts';
import type { FeatureBrief, MissionPlanFile } from '../../../effects/features.ts';
import type { Lane, LaneResourceOptions } from '../../../effects/git.ts';
import type { Screens, ScreensInput } from '../../../effects/screens.ts';
import type { Failure } from '../../../failure/failure.ts';
import type { Issue } from '../../../mission/issue.ts';
import type { Proof } from '../../../test-guard/proof.ts';
import type { WeakenedTest } from '../../../test-guard/weakened-tests.ts';
import type { CommandOutput } from '../roles/validator.ts';
import type { WorkerReason } from '../roles/worker.ts';

/** The work of a lane as it was left: where it begins from, and what was saved last. */
export interface SavedWork {
  readonly base: string;
  readonly checkpoint: string;
}

export interface LaneJob {
  readonly feature: string;
  readonly plan: MissionPlanFile;
  /** The branch that it is merged into. */
  readonly base: string;
  /** One verb of the mission each: build it, or judge what was built and merge it (M-11, M-12). */
  /** Or, of one lane among rivals, only judge it: whether it is merged is decided elsewhere. */
  readonly until: 'implemented' | 'judged' | 'merged';
  /** Which attempt this is, counted by the mission. */
  readonly round: number;
  readonly saved: SavedWork | null;
  /** What went wrong before, as a file of an earlier run. */
  readonly setback: string | null;
  readonly ruling: string;
  readonly checks: readonly string[];
  readonly checkTimeoutMs: number;
  readonly testFiles?: readonly string[];
  readonly reports?: readonly string[];
  /** The commands that run the tests, by which new ones are proved; nothing where none is known. */
  readonly proof?: readonly string[];
  /** Somebody looks at its interface, shown by this server (MO-21). */
  readonly uiQa?: ScreensInput;
  /** Somebody judges it a second time. */
  readonly crosscheck?: true;
  /** Its page is written before it is merged. */
  readonly documents?: true;
  readonly allots?: LaneResourceOptions;
  /** What becomes of it when it passed, where it is not merged. */
  readonly onPass?: OnPass;
  /** The work that it begins on beside the base, by commit or branch; only where nothing is merged. */
  readonly onto?: readonly string[];
  /** The branch that it was kept on before, where it was opened again. */
  readonly branch?: string;
  /** What the lane is called, where it is one of several at this feature; else it is called by the feature. */
  readonly lane?: string;
  /** What was saved was judged before, and this was filed: it is merged without being judged again, unless it changes. */
  readonly judged?: { readonly issues: readonly Issue[] };
  /** It is built in the user's checkout; nothing means in a worktree of its own. */
  readonly checkout?: InCheckout & {
    /** What is in the checkout is its own work, and is gone on with as it is; who judges sees exactly what was saved. */
    readonly stays: boolean;
  };
}

export interface InCheckout {
  readonly as: PublishedCommit;
  readonly foreign: readonly string[];
}

/** Other than merged: its branch stays, and may be offered as a pull request. */
export type OnPass = 'keep' | 'pr';

export const laneName = ({ lane, feature }: Pick<LaneJob, 'lane' | 'feature'>): string => lane ?? feature;

/** Why a lane did not come to its end: a closed list. */
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
  | 'competition'
  | 'lost'
  | 'interrupted';

export interface LaneWork {
  readonly job: LaneJob;
  readonly brief: FeatureBrief;
  readonly lane: Lane;
  readonly checkpoint: string;
  /** How often the worker may still be sent back in this lane by what others merged. */
  readonly repairsLeft: number;
  /** How often the base may still move under it. */
  readonly landingsLeft: number;
  readonly issues: readonly Issue[];
  /** What a person allowed to be taken away from the tests; nothing is not written down. */
  readonly allowed?: readonly WeakenedTest[];
  /** Files outside of its own that a person allowed it to change. */
  readonly strayed?: readonly string[];
}

/** After the worker, before the validator, or after the base was brought in: what is green there leads elsewhere. */
export type Stage = 'built' | 'claimed' | 'brought';

export type LaneResult =
  | { readonly is: 'implemented'; readonly saved: SavedWork }
  | { readonly is: 'judged'; readonly saved: SavedWork; readonly issues: readonly Issue[] }
  | {
      readonly is: 'passed';
      readonly commit: string | null;
      readonly left: string;
      readonly issues: readonly Issue[];
      /** Where it is kept, if it is not merged. */
      readonly branch?: string;
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
  | (LaneWork & { readonly at: 'working'; readonly told: WorkerReason })
  | (LaneWork & { readonly at: 'saving'; readonly blocked: string | null })
  | (LaneWork & { readonly at: 'scoping'; readonly touched: number })
  | (LaneWork & { readonly at: 'asking-scope'; readonly outside: readonly string[]; readonly touched: number })
  | (LaneWork & { readonly at: 'inspecting' })
  | (LaneWork & { readonly at: 'asking-tests'; readonly weakened: readonly WeakenedTest[] })
  | (LaneWork & {
      readonly at: 'checking';
      readonly stage: Stage;
      readonly left: readonly string[];
      readonly red: readonly RedCheck[];
      /** What commands of claims printed so far. */
      readonly printed?: readonly CommandOutput[];
    })
  | (LaneWork & { readonly at: 'finding-proofs' })
  | (LaneWork & { readonly at: 'rewinding'; readonly proofs: readonly Proof[]; readonly isProbe: boolean })
  | (LaneWork & {
      readonly at: 'proving';
      readonly proofs: readonly Proof[];
      readonly left: readonly string[];
      /** Whether the command runs the test at all is tried with one that cannot be read. */
      readonly isProbe: boolean;
    })
  | (LaneWork & { readonly at: 'restoring'; readonly found: Proof | Failure | null })
  | (LaneWork & { readonly at: 'validating'; readonly printed?: readonly CommandOutput[] })
  | (LaneWork & { readonly at: 'looking-at-ui' })
  | (LaneWork & { readonly at: 'ui-testing'; readonly screens: Screens })
  | (LaneWork & { readonly at: 'crosschecking' })
  | (LaneWork & { readonly at: 'documenting' })
  | (LaneWork & { readonly at: 'saving-page' })
  /** `page` is the checkpoint with the page; what was judged stays the checkpoint until the page has passed. */
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

/** Just what the work carries, without what was true only in the state before. */
export const laneWork = (state: LaneWork): LaneWork => ({
  job: state.job,
  brief: state.brief,
  lane: state.lane,
  checkpoint: state.checkpoint,
  repairsLeft: state.repairsLeft,
  landingsLeft: state.landingsLeft,
  issues: state.issues,
  ...(state.allowed === undefined ? {} : { allowed: state.allowed }),
  ...(state.strayed === undefined ? {} : { strayed: state.strayed }),
});

export const savedWorkOf = ({ lane: { base }, checkpoint }: LaneWork): SavedWork => ({ base, checkpoint });

export const laneOver = (result: LaneResult) => ({ at: 'over', result }) as const;

/** A failure that remained: the lane stays as it is, and the mission decides what it means. */
export const laneBroken = (state: LaneWork, because: Failure) =>
  laneOver({ is: 'broken', because, saved: savedWorkOf(state) });

export const laneSetback = (state: LaneWork, because: LaneFailureReason, said: string, red: readonly RedCheck[] = []) =>
  ({ ...laneWork(state), at: 'setting-back', because, said, red }) as const;

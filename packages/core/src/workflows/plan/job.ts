/** What the run of one plan is handed, and the states it can be in. */

import type { Finding } from '../../answer-contracts/findings.ts';
import type { ScreensInput } from '../../effects/screens.ts';
import type { Failure } from '../../failure/failure.ts';
import type { ConvergeRepair, E2e } from '../converge/job.ts';
import type { DeliverTiming } from '../deliver/job.ts';

export interface PlanJob {
  /** Four digits. */
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  /** The plan as it was when the run began. */
  readonly text: string;
  /** The file, by its path in the repository, and where it goes when the plan is merged (D-43). */
  readonly file: string;
  readonly completedDir: string;
  /** Where files tell of this run (DO-07), by its path in the repository. */
  readonly folder: string;
  readonly branch: string;
  /** The branch that it is merged into. */
  readonly base: string;
  readonly checks: readonly string[];
  readonly checkTimeoutMs: number;
  readonly testFiles?: readonly string[];
  readonly reports?: readonly string[];
  readonly passes: number;
  /** As many passes as its plan expects; a run of an older version was not told. */
  readonly estimatedPasses?: number;
  readonly e2e: E2e | 'skipped' | 'unconfigured';
  /** The pages that are looked at before each review; nothing where the product has no server. */
  readonly screens?: ScreensInput;
  /** It ends with a commit on its branch; nothing is pushed. */
  readonly localOnly: boolean;
  readonly label: string;
  readonly patience: DeliverTiming;
}

/** What a plan that was carried out once carries along. */
export interface ImplementedPlan {
  readonly job: PlanJob;
  /** Where the base of the forge stood that is in it. */
  readonly onto: string;
  readonly branch: string;
  readonly followUps: readonly Finding[];
  /** Of the implementer and the fixer: what its checks find at the forge is repaired out of these (Dd-04). */
  readonly passesLeft: number;
  /** How often its base may still move on under it. A base that moves faster than checks run would go round for ever. */
  readonly catchUpsLeft: number;
}

/** Why it could not be merged, of which pull request. */
interface Unmerged extends ImplementedPlan {
  readonly because: Failure;
  readonly pull: number;
}

export type PlanState =
  | { readonly at: 'looking'; readonly job: PlanJob }
  /** `onto` is where the base of the forge stands; nothing when there is none. */
  | { readonly at: 'converging'; readonly job: PlanJob; readonly onto: string | null }
  /** A pull request whose words are still true is gone on with. */
  | (ImplementedPlan & { readonly at: 'delivering'; readonly pull: number | null })
  | (Unmerged & { readonly at: 'catching-up' })
  | (Unmerged & { readonly at: 'mending'; readonly mend: ConvergeRepair })
  | { readonly at: 'filing'; readonly job: PlanJob; readonly sha: string }
  /** `left` is what a person still has to do about the file of the plan; that it is merged stays true. */
  | { readonly at: 'shipped'; readonly sha: string; readonly left?: UnfiledPlan }
  | { readonly at: 'built'; readonly branch: string; readonly followUps: readonly Finding[] }
  | { readonly at: 'spent' }
  | { readonly at: 'stopped' }
  | { readonly at: 'failed'; readonly because: Failure };

export type UnfiledPlan =
  | { readonly is: 'waiting'; readonly pull: number; readonly url: string }
  | { readonly is: 'failed'; readonly because: Failure };

export type PlanResult = Extract<PlanState, { at: 'shipped' | 'built' | 'spent' | 'stopped' | 'failed' }>;

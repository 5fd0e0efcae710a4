/** The job and the states of a plan run. */

import type { Finding } from '../../answer-contracts/finding.ts';
import type { Failure } from '../../failure/failure.ts';
import type { ConvergeJob, ConvergeRepair, E2e, ProofDecisions } from '../converge/job.ts';
import type { DeliverTiming } from '../deliver/job.ts';

export interface PlanJob
  extends Pick<
    ConvergeJob,
    | 'checks'
    | 'baseline'
    | 'checkTimeoutMs'
    | 'rooms'
    | 'stepDiffs'
    | 'testFiles'
    | 'reports'
    | 'passes'
    | 'screens'
    | 'trust'
    | 'kind'
    | 'changes'
  > {
  /** Four digits. */
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  /** The text of the plan file when the run started. */
  readonly text: string;
  /** Path in the repository. The file moves to `completedDir` after the merge (D-43). */
  readonly file: string;
  readonly completedDir: string;
  /** Folder of the run's view files (DO-07), as a path in the repository. */
  readonly folder: string;
  readonly branch: string;
  readonly base: string;
  /** Passes that the plan file expects; `undefined` in runs of older versions. */
  readonly estimatedPasses?: number;
  readonly e2e: E2e | 'skipped' | 'unconfigured';
  /** The run ends with a commit on its branch; nothing is pushed. */
  readonly localOnly: boolean;
  readonly label: string;
  readonly patience: DeliverTiming;
}

export interface ImplementedPlan extends ProofDecisions {
  readonly job: PlanJob;
  /** The commit of the forge's base that the branch contains. */
  readonly onto: string;
  readonly branch: string;
  readonly followUps: readonly Finding[];
  /** Passes left for repairs of checks that are red at the forge (Dd-04). */
  readonly passesLeft: number;
  /** How often a moved base may still be merged in. The limit ends the loop if the base moves faster than the checks run. */
  readonly catchUpsLeft: number;
}

interface Unmerged extends ImplementedPlan {
  readonly because: Failure;
  readonly pull: number;
}

export type PlanState =
  | { readonly at: 'looking'; readonly job: PlanJob }
  /** `onto` is the commit of the forge's base; `null` in a local-only run. */
  | { readonly at: 'converging'; readonly job: PlanJob; readonly onto: string | null }
  /** `pull` is an open pull request whose body is still true; `null` if there is none. */
  | (ImplementedPlan & { readonly at: 'delivering'; readonly pull: number | null })
  | (Unmerged & { readonly at: 'catching-up' })
  | (Unmerged & { readonly at: 'mending'; readonly mend: ConvergeRepair })
  | { readonly at: 'filing'; readonly job: PlanJob; readonly sha: string }
  /** `left` is the manual step that the plan file still needs; the merge itself is complete. */
  | { readonly at: 'shipped'; readonly sha: string; readonly left?: UnfiledPlan }
  | { readonly at: 'built'; readonly branch: string; readonly followUps: readonly Finding[] }
  | { readonly at: 'spent' }
  | { readonly at: 'stopped' }
  | { readonly at: 'failed'; readonly because: Failure };

export type UnfiledPlan =
  | { readonly is: 'waiting'; readonly pull: number; readonly url: string }
  | { readonly is: 'failed'; readonly because: Failure };

export type PlanResult = Extract<PlanState, { at: 'shipped' | 'built' | 'spent' | 'stopped' | 'failed' }>;

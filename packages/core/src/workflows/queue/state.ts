/** Settings, input and states of the queue. */
import type { PickedPlan } from '../../effects/queue.ts';
import type { ChildId } from '../../effects/spawn.ts';
import type { Failure } from '../../failure/failure.ts';
import type { FidelityOutcome } from '../fidelity/machine.ts';
import type { PlanJob, PlanResult } from '../plan/job.ts';

export type JobTemplate = Omit<
  PlanJob,
  | 'id'
  | 'slug'
  | 'title'
  | 'text'
  | 'file'
  | 'branch'
  | 'completedDir'
  | 'base'
  | 'folder'
  | 'estimatedPasses'
  | 'kind'
  | 'changes'
>;

export interface QueueSettings {
  readonly planDir: string;
  readonly completedDir: string;
  readonly stateDir: string;
  readonly base: string;
  readonly tickMs: number;
  /** Spec for the release gate after each merge; `null` skips the gate (D-46). */
  readonly releaseSpec: string | null;
  readonly fidelity: { readonly specPath: string; readonly threshold: number; readonly every: number } | null;
  readonly job: JobTemplate;
  /** Moves before a successor continues from the state with a new journal; `null` means never. */
  readonly renewAfter: number | null;
}

/** Why no new plan starts; the history uses these names. */
export const pauseReasons = [
  'booted', // DO-11
  'paused', // by a person
  'fidelity_blocked',
  'release_ready',
  'budget_cap_reached', // every other plan would reach the cap too
  'plans_disordered', // until the files are in order again
] as const;
export type PauseReason = (typeof pauseReasons)[number];

/** Reasons to block a plan that are not failures. */
export const blockCodes = ['plan.passes-spent', 'plan.stopped', 'plan.not-merged'] as const;
export type BlockCode = (typeof blockCodes)[number];
export type BlockReason = Failure | { readonly code: BlockCode; readonly params: Failure['params'] };

export interface BlockedEntry {
  readonly plan: string;
  readonly because: BlockReason;
}

export interface RunningPlan {
  readonly plan: string;
  readonly branch: string;
  readonly stamp: string;
  readonly child: ChildId<PlanResult>;
}

export interface CarriedState {
  /** The newest counted merges, newest first; `null` before the first list. */
  readonly seen: readonly string[] | null;
  readonly untilJudged: number;
  readonly blocked: readonly BlockedEntry[];
  /** Merged and filed plans whose files may still be in the checkout. */
  readonly shipped: readonly string[];
  readonly paused: PauseReason | null;
}

export interface QueueState extends CarriedState {
  readonly settings: QueueSettings;
  readonly stopping: boolean;
  readonly working: readonly RunningPlan[];
  readonly aside: readonly RunningPlan[];
  /** The last failed run per plan: if it can be resumed, the plan does not start over. Absent in old states. */
  readonly failed?: readonly RunningPlan[];
  readonly judge: ChildId<FidelityOutcome> | null;
  readonly watcher: ChildId<{ at: 'seen' }> | null;
  /** Fingerprint of the plan files at the last pick. */
  readonly print: string | null;
  /** Why the forge is unavailable; `null` if it is available. */
  readonly away: Failure | null;
  /** Problem of the plan files; `null` if they are in order. */
  readonly disorder: string | null;
  readonly movesLeft: number | null;
}

export const failedPlans = ({ failed = [] }: QueueState): readonly RunningPlan[] => failed;

export type QueueStates =
  | {
      readonly at: 'looking' | 'gating' | 'judging' | 'picking' | 'watching' | 'idle' | 'running' | 'stopped';
      readonly queue: QueueState;
    }
  | { readonly at: 'resuming'; readonly queue: QueueState; readonly plan: PickedPlan; readonly work: RunningPlan }
  | { readonly at: 'starting'; readonly queue: QueueState; readonly plan: PickedPlan }
  | { readonly at: 'renewed'; readonly carried: CarriedState };

export interface QueueInput {
  readonly settings: QueueSettings;
  readonly carried: CarriedState | null;
  /** History before this run; only views read it. */
  readonly past?: unknown;
}

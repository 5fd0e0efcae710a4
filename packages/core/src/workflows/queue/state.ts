/** What the queue of plans is handed, and everything that is true of it at a moment. */
import type { PickedPlan } from '../../effects/queue.ts';
import type { ChildId } from '../../effects/spawn.ts';
import type { Failure } from '../../failure/failure.ts';
import type { FidelityOutcome } from '../fidelity/machine.ts';
import type { PlanJob, PlanResult } from '../plan/job.ts';

/** What is the same for every plan. */
export type JobTemplate = Omit<
  PlanJob,
  'id' | 'slug' | 'title' | 'text' | 'file' | 'branch' | 'completedDir' | 'base' | 'folder' | 'estimatedPasses'
>;

export interface QueueSettings {
  readonly planDir: string;
  readonly completedDir: string;
  readonly stateDir: string;
  readonly base: string;
  /** How often a watch looks. */
  readonly tickMs: number;
  /** The spec whose criteria are asked about after each merge; nothing asks nobody (D-46). */
  readonly releaseSpec: string | null;
  readonly fidelity: { readonly specPath: string; readonly threshold: number; readonly every: number } | null;
  readonly job: JobTemplate;
  /** After so many moves a successor goes on from the state: a journal need not grow for ever. Nothing: there is none. */
  readonly renewAfter: number | null;
}

/** Why no new plan is begun: a closed list, as the history names them. */
export const pauseReasons = [
  'booted', // DO-11
  'paused', // somebody asked for it
  'fidelity_blocked',
  'release_ready',
  'budget_cap_reached', // every further plan would meet it too
  'plans_disordered', // until the files are in order again
] as const;
export type PauseReason = (typeof pauseReasons)[number];

/** Why a plan is blocked, when no failure says it. */
export const blockCodes = ['plan.passes-spent', 'plan.stopped', 'plan.not-merged'] as const;
export type BlockCode = (typeof blockCodes)[number];
export type BlockReason = Failure | { readonly code: BlockCode; readonly params: Failure['params'] };

export interface BlockedEntry {
  readonly plan: string;
  readonly because: BlockReason;
}

/** One plan that is carried out: its run is a child of the queue's. */
export interface RunningPlan {
  readonly plan: string;
  readonly branch: string;
  readonly stamp: string;
  readonly child: ChildId<PlanResult>;
}

/** What a successor takes over. */
export interface CarriedState {
  /** The newest merges that were counted, newest first; nothing before the first look. */
  readonly seen: readonly string[] | null;
  readonly untilJudged: number;
  readonly blocked: readonly BlockedEntry[];
  /** Merged and filed, and as far as we know not yet to be seen in the checkout. */
  readonly shipped: readonly string[];
  readonly paused: PauseReason | null;
}

export interface QueueState extends CarriedState {
  readonly settings: QueueSettings;
  readonly stopping: boolean;
  readonly working: readonly RunningPlan[];
  /** They wait for a person; the others go on meanwhile. */
  readonly aside: readonly RunningPlan[];
  readonly judge: ChildId<FidelityOutcome> | null;
  readonly watcher: ChildId<{ at: 'seen' }> | null;
  /** Stands for the plan files at the last pick. */
  readonly print: string | null;
  /** Why the forge could not be asked. */
  readonly away: Failure | null;
  /** What is wrong with the plan files. */
  readonly disorder: string | null;
  readonly movesLeft: number | null;
}

export type QueueStates =
  | {
      readonly at: 'looking' | 'gating' | 'judging' | 'picking' | 'watching' | 'idle' | 'running' | 'stopped';
      readonly queue: QueueState;
    }
  | { readonly at: 'starting'; readonly queue: QueueState; readonly plan: PickedPlan }
  | { readonly at: 'renewed'; readonly carried: CarriedState };

export interface QueueInput {
  readonly settings: QueueSettings;
  readonly carried: CarriedState | null;
  /** What was told before this run; only views look at it. */
  readonly past?: unknown;
}

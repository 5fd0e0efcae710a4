/** States of a mission, and the state of its loop. */

import type { RedCheck } from '../../checks/check-round.ts';
import type { FeatureBrief, FeatureProgress, MissionPlanFile, PlanLookup } from '../../effects/features.ts';
import { closeLane, type Lane } from '../../effects/git.ts';
import { act } from '../../effects/operation.ts';
import type { SmokeResult } from '../../effects/smoke.ts';
import type { ChildId } from '../../effects/spawn.ts';
import type { Failure } from '../../failure/failure.ts';
import type { FeatureRecord } from '../../input-files/features.ts';
import type { Artifact } from '../../journal/artifact.ts';
import type { Curation } from '../../memory/curation.ts';
import { rivalLane } from '../../mission/competition.ts';
import type { Issue } from '../../mission/issue.ts';
import type { MissionPlan } from '../../mission/plan.ts';
import type { Reason } from '../../trust/reason.ts';
import type { Board } from './board.ts';
import type { CompetitionResult, Rival } from './competition/job.ts';
import type { Decision } from './decide.ts';
import type { MissionJob } from './job.ts';
import type { SavedWork } from './lane/job.ts';
import type { LastDecision } from './last-decision.ts';
import type { PlanRepair } from './roles/planner.ts';
import type { SeparateFeatures, SmokeGate } from './smoke-gate.ts';

/** The loop's record of a feature; only the loop writes it (MO-13). Absent fields are not written. */
export interface FeatureState extends FeatureProgress {
  /** The work in its lane, kept until it is merged (M-28). */
  readonly saved?: SavedWork;
  /** File that describes the last failure. */
  readonly setback?: string;
  readonly ruling?: string;
  /** Why it is failing or blocked: a code, or an agent's text. */
  readonly why?: string;
  readonly commit?: string;
  /** The branch that keeps it; `undefined` if it is merged. */
  readonly branch?: string;
  /** Its pull request, and the commit that it offers. */
  readonly pull?: { readonly number: number; readonly url: string; readonly head: string };
  readonly debugged?: boolean;
  /** Why a person accepted it without a witness; absent if it has one. */
  readonly unwitnessed?: readonly Reason[];
  readonly rivals?: readonly Rival[];
}

/** An edit of the plan files by a person. The mission starts nothing before it is settled. */
export interface PendingEdit {
  /** The features as the files showed them before the edit. */
  readonly shown: readonly FeatureRecord[];
  /** The person's answer; `null` until then. */
  readonly choice: 'Take over' | 'Overwrite' | null;
  /** Problems that prevented Take over; empty before the first try. */
  readonly problems: string;
}

export interface LoopState {
  readonly job: MissionJob;
  readonly plan: MissionPlanFile;
  readonly features: readonly FeatureState[];
  readonly lanes: readonly { readonly feature: string; readonly child: ChildId<CompetitionResult> }[];
  /** Critical and major issues that are not features yet. */
  readonly issues: readonly Issue[];
  readonly granted: readonly string[];
  readonly iterationsLeft: number;
  readonly queue: readonly Decision[];
  /** Why the last decision was refused; empty if it was not. */
  readonly refused: string;
  readonly decided: LastDecision | null;
  /** The feature whose work is in the checkout, if features are built there. */
  readonly inCheckout?: string;
  /** The last passed feature, which a smoke test may reopen, and whether a smoke test ran since. */
  readonly lastPassed?: { readonly feature: string; readonly isSmoked: boolean };
  readonly edited?: PendingEdit;
  /** The lane of the last merged feature: it is closed while other lanes work. */
  readonly merged?: Lane;
}

export type ParkedEnding =
  | { readonly is: 'escalated'; readonly reason: string }
  | { readonly is: 'limit-reached' }
  | { readonly is: 'capped'; readonly because: Failure };
export type MissionEnding =
  | ParkedEnding
  | { readonly is: 'done' }
  | { readonly is: 'stopped' }
  | { readonly is: 'failed'; readonly because: Failure };

/** Endings after which memory is kept (M-10, M-16). */
export type RememberedEnding = Extract<MissionEnding, { is: 'done' | 'escalated' }>;
/** `pages` is the lane in which the documenter writes. */
export interface PagesState extends LoopState {
  readonly pages: Lane;
  /** Set if a check was red with the pages: the base itself may be red. */
  readonly isRed?: true;
}

export interface MissionPlanningState {
  readonly job: MissionJob;
  readonly head: string;
  readonly spec: Artifact;
  readonly granted: readonly string[];
}
type EndedFeatures = Pick<LoopState, 'features'>;

export type Mission =
  | { readonly at: 'looking'; readonly job: MissionJob }
  | { readonly at: 'checking-base'; readonly job: MissionJob; readonly looked: PlanLookup }
  | (MissionPlanningState & { readonly at: 'opening-plan' })
  | (MissionPlanningState & { readonly at: 'planning'; readonly lane: Lane; readonly repair?: PlanRepair })
  | (MissionPlanningState & {
      readonly at: 'trying-claims';
      readonly lane: Lane;
      readonly planned: MissionPlan;
      readonly left: readonly string[];
      readonly green: readonly string[];
      /** The planner had its repair turn. */
      readonly isRepaired: boolean;
    })
  | (MissionPlanningState & {
      readonly at: 'closing-plan';
      readonly lane: Lane;
      readonly planned: MissionPlan | Failure;
    })
  | (MissionPlanningState & { readonly at: 'adopting'; readonly planned: MissionPlan })
  | (MissionPlanningState & { readonly at: 'resting-plan'; readonly because: Failure })
  /** `spec` is `null` if there is only a plan. */
  | (LoopState & { readonly at: 'reviewing-plan'; readonly spec: Artifact | null; readonly head: string })
  | (LoopState & {
      readonly at: 'resting-review';
      readonly spec: Artifact | null;
      readonly head: string;
      readonly because: Failure;
    })
  | { readonly at: 'rejecting'; readonly reason: string }
  | (LoopState & { readonly at: 'firing'; readonly name: string })
  | (LoopState & { readonly at: 'holding'; readonly name: string })
  | (LoopState & { readonly at: 'held'; readonly name: string })
  | (LoopState & { readonly at: 'granting'; readonly name: string })
  | (LoopState & { readonly at: 'withdrawing'; readonly name: string; readonly ending?: MissionEnding })
  | (LoopState & { readonly at: 'deciding' })
  | (LoopState & { readonly at: 'closing-lane' })
  | (LoopState & {
      readonly at: 'looking-at-edit';
      /** The features as the files show them, if these are outdated; `undefined` means the current state. */
      readonly shown?: PendingEdit['shown'];
    })
  | (LoopState & { readonly at: 'asking-edit'; readonly edited: PendingEdit })
  | (LoopState & { readonly at: 'taking-edit'; readonly edited: PendingEdit })
  | (LoopState & { readonly at: 'overwriting'; readonly edited: PendingEdit })
  | (LoopState & { readonly at: 'starting'; readonly feature: string; readonly until: 'implemented' | 'merged' })
  | (LoopState & { readonly at: 'waiting' })
  | (LoopState & { readonly at: 'consulting'; readonly feature: string })
  | (LoopState & { readonly at: 'architecting'; readonly feature: string; readonly brief: FeatureBrief })
  | (LoopState & { readonly at: 'converting' })
  | (LoopState & { readonly at: 'briefing-debugger'; readonly feature: string })
  | (LoopState & { readonly at: 'debugging'; readonly feature: string; readonly brief: FeatureBrief })
  | (LoopState & { readonly at: 'noting-debug'; readonly feature: string; readonly note: string })
  | (LoopState & { readonly at: 'pushing'; readonly feature: string })
  | (LoopState & {
      readonly at: 'opening-pull';
      readonly feature: string;
      readonly title: string;
      readonly commands: readonly string[];
      readonly files: readonly string[];
    })
  | (LoopState & { readonly at: 'opening-smoke'; readonly gate: SmokeGate })
  | (LoopState & { readonly at: 'smoking'; readonly gate: SmokeGate; readonly lane: Lane })
  | (LoopState & {
      readonly at: 'closing-smoke';
      readonly gate: SmokeGate;
      readonly lane: Lane;
      readonly smoked: SmokeResult | SeparateFeatures | Failure;
    })
  | (LoopState & { readonly at: 'draining'; readonly ending: MissionEnding })
  | (LoopState & { readonly at: 'noting'; readonly ending: Extract<ParkedEnding, { is: 'escalated' }> })
  | (LoopState & { readonly at: 'curating'; readonly ending: RememberedEnding })
  | (LoopState & {
      readonly at: 'remembering';
      readonly ending: RememberedEnding;
      /** `null` if the curator failed. */
      readonly curation: Curation | null;
      readonly isCapped: boolean;
    })
  | (LoopState & { readonly at: 'finding-base'; readonly isDocumented: boolean })
  | (LoopState & {
      readonly at: 'checking-result';
      /** The newest commit of the base. */
      readonly head: string;
      readonly left: readonly string[];
      readonly red: readonly RedCheck[];
      /** The pages were tried before, and their checks were red. */
      readonly isDocumented: boolean;
    })
  | (LoopState & { readonly at: 'opening-pages' })
  | (PagesState & { readonly at: 'documenting'; readonly outline: Artifact })
  | (PagesState & { readonly at: 'saving-pages' })
  | (PagesState & { readonly at: 'scoping-pages'; readonly checkpoint: string })
  | (PagesState & { readonly at: 'checking-pages'; readonly checkpoint: string; readonly left: readonly string[] })
  | (PagesState & { readonly at: 'publishing-pages'; readonly checkpoint: string })
  | (PagesState & { readonly at: 'closing-pages' })
  | (LoopState & { readonly at: 'resting'; readonly ending: ParkedEnding })
  | (LoopState & { readonly at: 'reopening'; readonly ending: ParkedEnding })
  | (LoopState & { readonly at: 'closing'; readonly ending: Exclude<MissionEnding, ParkedEnding> })
  | (EndedFeatures & { readonly at: 'done' })
  | (EndedFeatures & { readonly at: 'stopped' })
  | { readonly at: 'rejected'; readonly reason: string }
  | { readonly at: 'nothing' }
  | (EndedFeatures & { readonly at: 'failed'; readonly because: Failure });

export type MissionResult = Extract<Mission, { at: 'done' | 'stopped' | 'rejected' | 'nothing' | 'failed' }>;
export type LoopStates = Extract<Mission, LoopState>;

/** Why a resumable mission is parked; `null` if it is not parked. */
export function parkedEnding(state: Mission): ParkedEnding | null {
  if (state.at === 'resting-plan' || state.at === 'resting-review') return { is: 'capped', because: state.because };
  return state.at === 'resting' ? state.ending : null;
}

/** Copies the loop fields of a state, without the fields of that state only. */
export const loopState = (state: LoopState): LoopState => ({
  job: state.job,
  plan: state.plan,
  features: state.features,
  lanes: state.lanes,
  issues: state.issues,
  granted: state.granted,
  iterationsLeft: state.iterationsLeft,
  queue: state.queue,
  refused: state.refused,
  decided: state.decided,
  ...(state.inCheckout === undefined ? {} : { inCheckout: state.inCheckout }),
  ...(state.lastPassed === undefined ? {} : { lastPassed: state.lastPassed }),
  ...(state.edited === undefined ? {} : { edited: state.edited }),
  ...(state.merged === undefined ? {} : { merged: state.merged }),
});

/** The need that closes the lane of the last merged feature. A failure changes nothing: the feature is merged. */
export const closeMerged = ({ merged }: Pick<LoopState, 'merged'>) =>
  merged ? { closed: act(closeLane, { lane: merged }) } : {};

export function withoutMerged(state: LoopState): LoopState {
  const { merged: _, ...rest } = loopState(state);
  return rest;
}

/** Ends the mission after its running lanes have finished. */
export const toDraining = (state: LoopState, ending: MissionEnding) =>
  ({ ...loopState(state), at: 'draining', ending }) as const;

export const board = ({ features, lanes, issues, granted, job }: LoopState): Board => ({
  features: features.map(({ id, after, kinds, status, attempts, architected }) => ({
    id,
    after,
    kinds,
    status,
    attempts,
    architected,
    running: lanes.some(({ feature }) => feature === id),
  })),
  lanesFree: job.lanes - lanes.length,
  openIssues: issues.length,
  checkpoints: job.checkpoints.map(({ name, on, hint }) => ({ name, on, ...(hint === undefined ? {} : { hint }) })),
  granted,
});

/** Changes one feature; fields set to `undefined` are removed. */
export function withFeature(
  state: LoopState,
  id: string,
  to: { readonly [Field in keyof FeatureState]?: FeatureState[Field] | undefined },
): LoopState {
  const changeFields = (feature: FeatureState) =>
    Object.fromEntries(
      Object.entries({ ...feature, ...to }).filter(([, value]) => value !== undefined),
    ) as unknown as FeatureState;
  return {
    ...loopState(state),
    features: state.features.map((feature) => (feature.id === id ? changeFields(feature) : feature)),
  };
}

/** The lanes that a feature keeps until it is merged (M-28): its own, or those of rivals with saved work. */
export function keptLanes({
  id,
  saved,
  rivals,
}: FeatureState): readonly { readonly name: string; readonly saved: SavedWork }[] {
  if (rivals)
    return rivals.flatMap((one) => (one.saved ? [{ name: rivalLane(id, one.number), saved: one.saved }] : []));
  return saved ? [{ name: id, saved }] : [];
}

export const featureOf = ({ features }: Pick<LoopState, 'features'>, id: string): FeatureState => {
  const found = features.find((feature) => feature.id === id);
  if (!found) throw new Error(`There is no feature ${id}`);
  return found;
};

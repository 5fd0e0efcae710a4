/** The map of a mission: what it is handed, what its loop carries along, and every state it can be in. */

import type { FeatureBrief, FeatureProgress, MissionPlanFile } from '../../effects/features.ts';
import type { Lane } from '../../effects/git.ts';
import type { SmokeResult } from '../../effects/smoke.ts';
import type { ChildId } from '../../effects/spawn.ts';
import type { Failure } from '../../failure/failure.ts';
import type { FeatureStanding } from '../../input-files/features.ts';
import type { Artifact } from '../../journal/artifact.ts';
import type { State } from '../../machine/machine.ts';
import type { Curation } from '../../memory/curation.ts';
import type { Issue } from '../../mission/issue.ts';
import type { MissionPlan } from '../../mission/plan.ts';
import type { Board } from './board.ts';
import type { CompetitionResult, Rival } from './competition/job.ts';
import type { Decision } from './decide.ts';
import type { MissionJob } from './job.ts';
import type { SavedWork } from './lane/job.ts';

/** What a smoke test stands before: the end, or whatever comes after a feature that passed. */
export type SmokeGate = 'done' | 'feature';

/** Features that are not merged may not fit together: then there is no product to look at. */
export interface SeparateFeatures {
  readonly is: 'apart';
  readonly files: readonly string[];
}

/** What the loop knows of a feature; only the loop writes it (MO-13). Nothing is not written down. */
export interface FeatureState extends FeatureProgress {
  /** The work in its lane, which is kept until it is merged (M-28). */
  readonly saved?: SavedWork;
  /** What went wrong last, as a file. */
  readonly setback?: string;
  readonly ruling?: string;
  /** Why it is failing or blocked: a code, or what was said. */
  readonly why?: string;
  readonly commit?: string;
  /** Where it is kept, if it is not merged. */
  readonly branch?: string;
  /** The pull request that offers it, and the commit that it offers. */
  readonly pull?: { readonly number: number; readonly url: string; readonly head: string };
  /** Somebody looked for the cause, since it began anew. */
  readonly debugged?: boolean;
  /** How its lanes stand, where several work on it. */
  readonly rivals?: readonly Rival[];
}

/** The verb of the last iteration (M-09). One that the board did not bear out is a ghost. */
export interface LastDecision {
  readonly iteration: number;
  readonly verb: Decision['verb'];
  readonly argument: string;
  readonly ghost: boolean;
}

/** That a person changed the files of the plan by hand. Nothing is begun before it is settled. */
export interface PendingEdit {
  /** How the files said that features stood, before they were changed. */
  readonly shown: readonly FeatureStanding[];
  /** What the person wants of it; nothing until they were asked. */
  readonly choice: 'Take over' | 'Overwrite' | null;
  /** Why it could not be taken over; empty until that was tried. */
  readonly problems: string;
}

export interface LoopState {
  readonly job: MissionJob;
  readonly plan: MissionPlanFile;
  readonly features: readonly FeatureState[];
  readonly lanes: readonly { readonly feature: string; readonly child: ChildId<CompetitionResult> }[];
  /** Critical and major issues that are no feature yet. */
  readonly issues: readonly Issue[];
  readonly granted: readonly string[];
  readonly iterationsLeft: number;
  /** Decisions of a batch that are still to come. */
  readonly queue: readonly Decision[];
  /** Why the last claim was refused. */
  readonly refused: string;
  readonly decided: LastDecision | null;
  /** Whose work is in the checkout, where features are built there. */
  readonly inCheckout?: string;
  /** The feature that passed last, where a smoke test may reopen it, and whether the product was looked at since. */
  readonly lastPassed?: { readonly feature: string; readonly isSmoked: boolean };
  readonly edited?: PendingEdit;
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

/** Endings that are remembered (M-10, M-16). */
export type RememberedEnding = Extract<MissionEnding, { is: 'done' | 'escalated' }>;
/** While the pages are made: the lane they are made in. */
export interface PagesState extends LoopState {
  readonly pages: Lane;
}

interface Plan {
  readonly job: MissionJob;
  readonly head: string;
  readonly spec: Artifact;
  readonly granted: readonly string[];
}
/** What became of each feature, for whoever reads the end. */
type Features = Pick<LoopState, 'features'>;

export type Mission =
  | { readonly at: 'looking'; readonly job: MissionJob }
  | (Plan & { readonly at: 'opening-plan' })
  | (Plan & { readonly at: 'planning'; readonly lane: Lane })
  | (Plan & { readonly at: 'closing-plan'; readonly lane: Lane; readonly planned: MissionPlan | Failure })
  | (Plan & { readonly at: 'adopting'; readonly planned: MissionPlan })
  | (Plan & { readonly at: 'resting-plan'; readonly because: Failure })
  | (LoopState & { readonly at: 'reviewing-plan'; readonly spec: Artifact; readonly head: string })
  | (LoopState & {
      readonly at: 'resting-review';
      readonly spec: Artifact;
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
  | (LoopState & {
      readonly at: 'looking-at-edit';
      /** How the files show the features, where they may be behind; nothing means as they stand. */
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
      /** Nothing when the curator could not be heard. */
      readonly curation: Curation | null;
      readonly isCapped: boolean;
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
  | (Features & { readonly at: 'done' })
  | (Features & { readonly at: 'stopped' })
  | { readonly at: 'rejected'; readonly reason: string }
  | { readonly at: 'nothing' }
  | (Features & { readonly at: 'failed'; readonly because: Failure });

export type MissionResult = Extract<Mission, { at: 'done' | 'stopped' | 'rejected' | 'nothing' | 'failed' }>;
export type LoopStates = Extract<Mission, LoopState>;

/** Why a mission rests that can be led on; `null` if it does not rest. */
export function parkedEnding(state: Mission): ParkedEnding | null {
  if (state.at === 'resting-plan' || state.at === 'resting-review') return { is: 'capped', because: state.because };
  return state.at === 'resting' ? state.ending : null;
}

/** Just what the loop carries, without what was true only in the state before. */
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
});

/**
 * The decision that a move took, by the iteration that it spent. The number of an iteration does not tell: a mission that is led
 * on after its last one counts anew.
 */
export function newDecisions(from: State, to: State): LastDecision | null {
  const [before, after] = [from, to] as readonly Partial<LoopState>[];
  const isSpent = (after?.iterationsLeft ?? 0) < (before?.iterationsLeft ?? 0);
  return isSpent ? (after?.decided ?? null) : null;
}

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
  checkpoints: job.checkpoints.map(({ name, on }) => ({ name, on })),
  granted,
});

/** The loop with one feature changed; a field that is set to nothing is not written down. */
export function withFeature(
  state: LoopState,
  id: string,
  to: { readonly [Field in keyof FeatureState]?: FeatureState[Field] | undefined },
): LoopState {
  const one = (feature: FeatureState) =>
    Object.fromEntries(
      Object.entries({ ...feature, ...to }).filter(([, value]) => value !== undefined),
    ) as unknown as FeatureState;
  return {
    ...loopState(state),
    features: state.features.map((feature) => (feature.id === id ? one(feature) : feature)),
  };
}

export const featureOf = ({ features }: Pick<LoopState, 'features'>, id: string): FeatureState => {
  const found = features.find((feature) => feature.id === id);
  if (!found) throw new Error(`There is no feature ${id}`);
  return found;
};

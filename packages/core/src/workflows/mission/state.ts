/** The map of a mission: what it is handed, what its loop carries along, and every state it can be in. */
import type { Artifact } from '../../artifact.ts';
import type { Brief, Kept, PlanFile } from '../../effects/features.ts';
import type { Lane } from '../../effects/git.ts';
import type { Smoked } from '../../effects/smoke.ts';
import type { ChildId } from '../../effects/spawn.ts';
import type { Failure } from '../../failure.ts';
import type { State } from '../../machine.ts';
import type { Curation } from '../../memory/curation.ts';
import type { Issue } from '../../mission/issue.ts';
import type { MissionPlan } from '../../mission/plan.ts';
import type { Board } from './board.ts';
import type { Contested, Rival } from './competition/job.ts';
import type { Decision } from './decide.ts';
import type { Job } from './job.ts';
import type { Saved } from './lane/job.ts';

/** What a smoke test stands before: the end, or whatever comes after a feature that passed. */
export type SmokeGate = 'done' | 'feature';

/** Features that are not merged may not fit together: then there is no product to look at. */
export interface Apart {
  readonly is: 'apart';
  readonly files: readonly string[];
}

/** What the loop knows of a feature; only the loop writes it (MO-13). Nothing is not written down. */
export interface Feature extends Kept {
  /** The work in its lane, which is kept until it is merged (M-28). */
  readonly saved?: Saved;
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
export interface Decided {
  readonly iteration: number;
  readonly verb: Decision['verb'];
  readonly argument: string;
  readonly ghost: boolean;
}

/** That a person changed the files of the plan by hand. Nothing is begun before it is settled. */
export interface Edited {
  /** How the files said that features stood, before they were changed. */
  readonly shown: readonly Pick<Feature, 'id' | 'status' | 'attempts'>[];
  /** What the person wants of it; nothing until they were asked. */
  readonly choice: 'Take over' | 'Overwrite' | null;
  /** Why it could not be taken over; empty until that was tried. */
  readonly problems: string;
}

export interface Loop {
  readonly job: Job;
  readonly plan: PlanFile;
  readonly features: readonly Feature[];
  readonly lanes: readonly { readonly feature: string; readonly child: ChildId<Contested> }[];
  /** Critical and major issues that are no feature yet. */
  readonly issues: readonly Issue[];
  readonly granted: readonly string[];
  readonly iterationsLeft: number;
  /** Decisions of a batch that are still to come. */
  readonly queue: readonly Decision[];
  /** Why the last claim was refused. */
  readonly refused: string;
  readonly decided: Decided | null;
  /** Whose work is in the checkout, where features are built there. */
  readonly inCheckout?: string;
  /** The feature that passed last, where a smoke test may reopen it, and whether the product was looked at since. */
  readonly lastPassed?: { readonly feature: string; readonly isSmoked: boolean };
  readonly edited?: Edited;
}

export type Parked =
  | { readonly is: 'escalated'; readonly reason: string }
  | { readonly is: 'limit-reached' }
  | { readonly is: 'capped'; readonly because: Failure };
export type Ending =
  | Parked
  | { readonly is: 'done' }
  | { readonly is: 'stopped' }
  | { readonly is: 'failed'; readonly because: Failure };

/** Endings that are remembered (M-10, M-16). */
export type Remembered = Extract<Ending, { is: 'done' | 'escalated' }>;
/** While the pages are made: the lane they are made in. */
export interface Pages extends Loop {
  readonly pages: Lane;
}

interface Plan {
  readonly job: Job;
  readonly head: string;
  readonly spec: Artifact;
  readonly granted: readonly string[];
}
/** What became of each feature, for whoever reads the end. */
type Features = Pick<Loop, 'features'>;

export type Mission =
  | { readonly at: 'looking'; readonly job: Job }
  | (Plan & { readonly at: 'opening-plan' })
  | (Plan & { readonly at: 'planning'; readonly lane: Lane })
  | (Plan & { readonly at: 'closing-plan'; readonly lane: Lane; readonly planned: MissionPlan | Failure })
  | (Plan & { readonly at: 'adopting'; readonly planned: MissionPlan })
  | (Plan & { readonly at: 'resting-plan'; readonly because: Failure })
  | (Loop & { readonly at: 'reviewing-plan'; readonly spec: Artifact; readonly head: string })
  | (Loop & {
      readonly at: 'resting-review';
      readonly spec: Artifact;
      readonly head: string;
      readonly because: Failure;
    })
  | { readonly at: 'rejecting'; readonly reason: string }
  | (Loop & { readonly at: 'firing'; readonly name: string })
  | (Loop & { readonly at: 'holding'; readonly name: string })
  | (Loop & { readonly at: 'held'; readonly name: string })
  | (Loop & { readonly at: 'granting'; readonly name: string })
  | (Loop & { readonly at: 'withdrawing'; readonly name: string; readonly ending?: Ending })
  | (Loop & { readonly at: 'deciding' })
  | (Loop & {
      readonly at: 'looking-at-edit';
      /** How the files show the features, where they may be behind; nothing means as they stand. */
      readonly shown?: Edited['shown'];
    })
  | (Loop & { readonly at: 'asking-edit'; readonly edited: Edited })
  | (Loop & { readonly at: 'taking-edit'; readonly edited: Edited })
  | (Loop & { readonly at: 'overwriting'; readonly edited: Edited })
  | (Loop & { readonly at: 'starting'; readonly feature: string; readonly until: 'implemented' | 'merged' })
  | (Loop & { readonly at: 'waiting' })
  | (Loop & { readonly at: 'consulting'; readonly feature: string })
  | (Loop & { readonly at: 'architecting'; readonly feature: string; readonly brief: Brief })
  | (Loop & { readonly at: 'converting' })
  | (Loop & { readonly at: 'briefing-debugger'; readonly feature: string })
  | (Loop & { readonly at: 'debugging'; readonly feature: string; readonly brief: Brief })
  | (Loop & { readonly at: 'noting-debug'; readonly feature: string; readonly note: string })
  | (Loop & { readonly at: 'pushing'; readonly feature: string })
  | (Loop & {
      readonly at: 'opening-pull';
      readonly feature: string;
      readonly title: string;
      readonly commands: readonly string[];
      readonly files: readonly string[];
    })
  | (Loop & { readonly at: 'opening-smoke'; readonly gate: SmokeGate })
  | (Loop & { readonly at: 'smoking'; readonly gate: SmokeGate; readonly lane: Lane })
  | (Loop & {
      readonly at: 'closing-smoke';
      readonly gate: SmokeGate;
      readonly lane: Lane;
      readonly smoked: Smoked | Apart | Failure;
    })
  | (Loop & { readonly at: 'draining'; readonly ending: Ending })
  | (Loop & { readonly at: 'noting'; readonly ending: Extract<Parked, { is: 'escalated' }> })
  | (Loop & { readonly at: 'curating'; readonly ending: Remembered })
  | (Loop & {
      readonly at: 'remembering';
      readonly ending: Remembered;
      /** Nothing when the curator could not be heard. */
      readonly curation: Curation | null;
      readonly isCapped: boolean;
    })
  | (Loop & { readonly at: 'opening-pages' })
  | (Pages & { readonly at: 'documenting'; readonly outline: Artifact })
  | (Pages & { readonly at: 'saving-pages' })
  | (Pages & { readonly at: 'scoping-pages'; readonly checkpoint: string })
  | (Pages & { readonly at: 'checking-pages'; readonly checkpoint: string; readonly left: readonly string[] })
  | (Pages & { readonly at: 'publishing-pages'; readonly checkpoint: string })
  | (Pages & { readonly at: 'closing-pages' })
  | (Loop & { readonly at: 'resting'; readonly ending: Parked })
  | (Loop & { readonly at: 'reopening'; readonly ending: Parked })
  | (Loop & { readonly at: 'closing'; readonly ending: Exclude<Ending, Parked> })
  | (Features & { readonly at: 'done' })
  | (Features & { readonly at: 'stopped' })
  | { readonly at: 'rejected'; readonly reason: string }
  | { readonly at: 'nothing' }
  | (Features & { readonly at: 'failed'; readonly because: Failure });

export type MissionResult = Extract<Mission, { at: 'done' | 'stopped' | 'rejected' | 'nothing' | 'failed' }>;
export type LoopState = Extract<Mission, Loop>;

/** Just what the loop carries, without what was true only in the state before. */
export const loop = (state: Loop): Loop => ({
  ...{ job: state.job, plan: state.plan, features: state.features, lanes: state.lanes, issues: state.issues },
  ...{ granted: state.granted, iterationsLeft: state.iterationsLeft, queue: state.queue },
  ...{ refused: state.refused, decided: state.decided },
  ...(state.inCheckout === undefined ? {} : { inCheckout: state.inCheckout }),
  ...(state.lastPassed === undefined ? {} : { lastPassed: state.lastPassed }),
  ...(state.edited === undefined ? {} : { edited: state.edited }),
});

/**
 * The decision that a move took, by the iteration that it spent. The number of an iteration does not tell: a mission that is led
 * on after its last one counts anew.
 */
export function decidedBetween(from: State, to: State): Decided | null {
  const [before, after] = [from, to] as readonly Partial<Loop>[];
  const isSpent = (after?.iterationsLeft ?? 0) < (before?.iterationsLeft ?? 0);
  return isSpent ? (after?.decided ?? null) : null;
}

export const board = ({ features, lanes, issues, granted, job }: Loop): Board => ({
  features: features.map(({ id, after, kinds, status, attempts, architected }) => ({
    ...{ id, after, kinds, status, attempts, architected },
    running: lanes.some(({ feature }) => feature === id),
  })),
  lanesFree: job.lanes - lanes.length,
  openIssues: issues.length,
  checkpoints: job.checkpoints.map(({ name, on }) => ({ name, on })),
  granted,
});

/** The loop with one feature changed; a field that is set to nothing is not written down. */
export function changed(
  state: Loop,
  id: string,
  to: { readonly [Field in keyof Feature]?: Feature[Field] | undefined },
): Loop {
  const one = (feature: Feature) =>
    Object.fromEntries(
      Object.entries({ ...feature, ...to }).filter(([, value]) => value !== undefined),
    ) as unknown as Feature;
  return { ...loop(state), features: state.features.map((feature) => (feature.id === id ? one(feature) : feature)) };
}

export const featureOf = ({ features }: Pick<Loop, 'features'>, id: string): Feature => {
  const found = features.find((feature) => feature.id === id);
  if (!found) throw new Error(`There is no feature ${id}`);
  return found;
};

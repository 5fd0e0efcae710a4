/** What the queue of plans asks of the world: which plan is next, and to be told when there is something new. */

import type { Operation } from './operation.ts';
import type { PlanPlaces } from './plans.ts';

/** A plan that may begin, as its file has it, and the moment at which it was picked: its run is known by both (DO-06). */
export interface PickedPlan {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly text: string;
  readonly file: string;
  readonly estimatedPasses: number;
  /** `20260131-235959`, in UTC. */
  readonly stamp: string;
}

/** `print` stands for all plan files as they were: a watch that is handed it tells of everything that came later. */
export type PickResult =
  | { readonly is: 'picked'; readonly plan: PickedPlan; readonly print: string; readonly lingering: readonly string[] }
  | { readonly is: 'none'; readonly print: string; readonly lingering: readonly string[] }
  /** The files are not in order; nobody picks from them. */
  | { readonly is: 'disordered'; readonly print: string; readonly detail: string };

type Folders = Omit<PlanPlaces, 'contextDir'>;

/**
 * The next eligible plan. `held` are those that somebody holds back; `shipped` count as completed although the checkout
 * may not show it yet, and those of them that it still does not show are `lingering`.
 */
export const pickPlan: Operation<Folders & { held: readonly string[]; shipped: readonly string[] }, PickResult> = {
  kind: 'plans',
  op: 'pick-plan',
  samples: [
    { is: 'picked', plan: samplePick('0001'), print: 'p1', lingering: [] },
    { is: 'picked', plan: samplePick('0002'), print: 'p1', lingering: [] },
    { is: 'none', print: 'p1', lingering: [] },
    { is: 'disordered', print: 'p1', detail: 'cycle 0001, 0002' },
  ],
  failures: ['path.outside'],
};

/** Until something is merged that is not among `seen`, or a plan file changed. Nothing seen: as soon as the forge can be asked. */
export const watchWork: Operation<
  Folders & {
    base: string;
    most: number;
    seen: readonly string[] | null;
    print: string | null;
    everyMs: number;
  },
  { readonly is: 'merged' | 'plans' }
> = {
  kind: 'forge',
  op: 'watch-work',
  samples: [{ is: 'merged' }, { is: 'plans' }],
  failures: ['git.failed'],
};

function samplePick(id: string): PickedPlan {
  return {
    id,
    slug: 'x',
    title: 'x',
    text: '# x',
    file: `plans/${id}-x.md`,
    estimatedPasses: 1,
    stamp: '20260131-235959',
  };
}

/** Operations of the queue of plans: pick the next plan, and watch for new work. */

import type { WorkKind } from '../trust/work-kind.ts';
import type { Operation } from './operation.ts';
import type { PlanPaths } from './plans.ts';

/** A plan that may start, with the time of the pick; both identify its run (DO-06). */
export interface PickedPlan {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly text: string;
  readonly file: string;
  readonly estimatedPasses: number;
  readonly kind?: WorkKind;
  readonly changes?: readonly string[];
  /** `20260131-235959`, in UTC. */
  readonly stamp: string;
}

/** `print` is a fingerprint of all plan files; a watch with it reports every later change. */
export type PickResult =
  | { readonly is: 'picked'; readonly plan: PickedPlan; readonly print: string; readonly lingering: readonly string[] }
  | { readonly is: 'none'; readonly print: string; readonly lingering: readonly string[] }
  /** The plan files are invalid, so no plan can be picked. */
  | { readonly is: 'disordered'; readonly print: string; readonly detail: string };

type Folders = Omit<PlanPaths, 'contextDir'>;

/**
 * Picks the next eligible plan. `held` plans are skipped. `shipped` plans count as completed even if the checkout does not
 * show it yet; those that it does not show are `lingering`.
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

/** Waits until a pull request outside `seen` is merged or a plan file changes; `null` reports once the forge is reachable. */
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

/** Picks the next plan. No other place decides this (D-70). */

import { byId, isCompleted, type PlanFile } from './graph.ts';
import { eligibleItems } from './work-items.ts';

/** The plan that the harness writes for people, such as a fidelity review; it never runs. */
export const isForPeople = (id: string): boolean => id === '9999';

/** The first active plan by id whose dependencies are all completed (Dd-01). `held` plans failed in the queue. */
export function pickNextEligiblePlan(
  plans: readonly PlanFile[],
  held: ReadonlySet<string> = new Set(),
): PlanFile | null {
  const done = new Set(plans.filter(isCompleted).map(({ id }) => id));
  const mayStart = ({ id, status, place }: PlanFile) =>
    status === 'active' && place === 'active' && !isForPeople(id) && !held.has(id);
  return eligibleItems(plans.filter(mayStart), done).toSorted(byId)[0] ?? null;
}

/** Ids of the dependencies that are not completed or do not exist. */
export function openDependencies(plans: readonly PlanFile[], { dependsOn }: PlanFile): readonly string[] {
  const done = new Set(plans.filter(isCompleted).map(({ id }) => id));
  return dependsOn.filter((id) => !done.has(id));
}

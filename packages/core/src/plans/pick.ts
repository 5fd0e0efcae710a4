/** Which plan is next. The one place where that is decided (D-70). */

import { byId, isCompleted, type PlanFile } from './graph.ts';
import { eligibleItems } from './work-items.ts';

/** What the harness writes for people: never worked off by itself. */
export const isForPeople = (id: string): boolean => id === '9999';

/**
 * The first by id that is active and whose dependencies are all completed, and nothing when there is none (Dd-01).
 * `held` are plans that somebody outside the files holds back: a daemon that saw them fail.
 */
export function pickNextEligiblePlan(
  plans: readonly PlanFile[],
  held: ReadonlySet<string> = new Set(),
): PlanFile | null {
  const done = new Set(plans.filter(isCompleted).map(({ id }) => id));
  const mayBegin = ({ id, status, place }: PlanFile) =>
    status === 'active' && place === 'active' && !isForPeople(id) && !held.has(id);
  return eligibleItems(plans.filter(mayBegin), done).toSorted(byId)[0] ?? null;
}

/** What a plan still waits for, by id: dependencies that are not completed, and those that are not there. */
export function openDependencies(plans: readonly PlanFile[], { dependsOn }: PlanFile): readonly string[] {
  const done = new Set(plans.filter(isCompleted).map(({ id }) => id));
  return dependsOn.filter((id) => !done.has(id));
}

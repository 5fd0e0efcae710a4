/** Finds the invariant that an agent names: by its full id, by `<subsystem>#<id>`, or by its bare id if only one has it. */
import type { Invariant } from '../effects/issues.ts';

export function findInvariant(given: string, invariants: readonly Invariant[]): Invariant | undefined {
  const exact = invariants.find(({ id }) => id === given);
  if (exact) return exact;
  const ending = invariants.filter(({ id }) => id.endsWith(`/${given}`) || id.endsWith(`#${given}`));
  return ending.length === 1 ? ending[0] : undefined;
}

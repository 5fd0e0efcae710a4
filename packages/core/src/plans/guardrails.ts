/**
 * What a list of proposals must hold to before anything is written: every violation at once, in words for the planner.
 *
 * A completed id is no violation: that plan is done, and its proposal is skipped. An active one is a conflict, which a
 * person settles; a planner that is told to try again would plan the same work under another number.
 */

import { isForPeople } from './pick.ts';
import type { Proposal } from './proposal.ts';
import { dependencyOrder, type WorkItem, workDefects } from './work-items.ts';

/** What is there already. No list of tags means that the spec has no acceptance file to hold them against. */
export interface KnownPlans {
  readonly active: readonly string[];
  readonly completed: readonly string[];
  readonly tags: readonly string[] | null;
}

export const maxNewPlans = 30;

export interface SortedProposals {
  /** What is depended on first, so that also the first few of them are in order by themselves. */
  readonly fresh: readonly Proposal[];
  /** Ids of completed plans. */
  readonly skipped: readonly string[];
  /** Ids of plans that are there and not completed. */
  readonly conflicts: readonly string[];
}

export function sortProposals(proposals: readonly Proposal[], { active, completed }: KnownPlans): SortedProposals {
  const [there, done] = [new Set(active), new Set(completed)];
  const ids = proposals.map(({ id }) => id);
  return {
    fresh: dependenciesFirst(proposals.filter(({ id }) => !done.has(id) && !there.has(id))),
    skipped: ids.filter((id) => done.has(id)),
    conflicts: ids.filter((id) => there.has(id) && !done.has(id)),
  };
}

/** Only for what the guardrails let through. */
function dependenciesFirst(proposals: readonly Proposal[]): readonly Proposal[] {
  const own = new Set(proposals.map(({ id }) => id));
  const items = proposals.map((proposal) => ({
    id: proposal.id,
    dependsOn: proposal.depends_on.filter((other) => own.has(other)),
    proposal,
  }));
  return dependencyOrder(items).map(({ proposal }) => proposal);
}

export function guardrailViolations(
  proposals: readonly Proposal[],
  known: KnownPlans,
  most: number,
): readonly string[] {
  const done = new Set(known.completed);
  const count = proposals.filter(({ id }) => !done.has(id)).length;
  return [
    ...(count > most ? [`${count} plans are proposed, and at most ${most} may be`] : []),
    ...proposals.filter(({ id }) => isForPeople(id)).map(({ id }) => `the id ${id} is kept for people`),
    ...twice(proposals.map(({ slug }) => slug)).map((slug) => `duplicate slug: ${slug}`),
    ...ofGraph(proposals, known),
    ...unknownTags(proposals, known),
  ];
}

/** What is there already has no dependency on what is new, so it counts as done here. */
function ofGraph(proposals: readonly Proposal[], { active, completed }: KnownPlans): readonly string[] {
  const own = new Set(proposals.map(({ id }) => id));
  const there = [...new Set([...active, ...completed])].filter((id) => !own.has(id));
  const items: readonly WorkItem[] = [
    ...proposals.map(({ id, depends_on: dependsOn }) => ({ id, dependsOn })),
    ...there.map((id) => ({ id, dependsOn: [] })),
  ];
  return workDefects(items).map(({ defect, ids }) => `${defect}: ${ids.join(' -> ')}`);
}

function unknownTags(proposals: readonly Proposal[], { tags }: KnownPlans): readonly string[] {
  if (tags === null) return [];
  const known = new Set(tags);
  return proposals.flatMap(({ id, acceptance_tags: own }) =>
    own.filter((tag) => !known.has(tag)).map((tag) => `unknown acceptance tag of ${id}: ${tag}`),
  );
}

const twice = (names: readonly string[]) => [...new Set(names.filter((name, n) => names.indexOf(name) !== n))];

/**
 * Validates proposals before any plan file is written; all violations at once, worded for the planner.
 *
 * The id of a completed plan is no violation: its proposal is skipped. The id of an active plan is a conflict that a
 * person must resolve, because a planner that retries would plan the same work under another number.
 */

import { isForPeople } from './pick.ts';
import type { Proposal } from './proposal.ts';
import { dependencyOrder, duplicates, type WorkItem, workDefects } from './work-items.ts';

/** Existing plans. `tags` is `null` if the spec has no acceptance file. */
export interface KnownPlans {
  readonly active: readonly string[];
  readonly completed: readonly string[];
  readonly tags: readonly string[] | null;
}

export const maxNewPlans = 30;

export interface ProposalGroups {
  /** Dependencies come first, so every prefix of the list is complete. */
  readonly fresh: readonly Proposal[];
  /** Ids of completed plans. */
  readonly skipped: readonly string[];
  /** Ids of existing plans that are not completed. */
  readonly conflicts: readonly string[];
}

export function sortProposals(proposals: readonly Proposal[], { active, completed }: KnownPlans): ProposalGroups {
  const [open, done] = [new Set(active), new Set(completed)];
  const ids = proposals.map(({ id }) => id);
  return {
    fresh: dependenciesFirst(proposals.filter(({ id }) => !done.has(id) && !open.has(id))),
    skipped: ids.filter((id) => done.has(id)),
    conflicts: ids.filter((id) => open.has(id) && !done.has(id)),
  };
}

/** Requires proposals without violations. */
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
    ...(count > most ? [`${count} plans are proposed; the maximum is ${most}`] : []),
    ...proposals.filter(({ id }) => isForPeople(id)).map(({ id }) => `the id ${id} is reserved for people`),
    ...duplicates(proposals.map(({ slug }) => slug)).map((slug) => `duplicate slug: ${slug}`),
    ...graphViolations(proposals, known),
    ...unknownTags(proposals, known),
  ];
}

/** Existing plans never depend on new ones, so their dependencies do not matter here. */
function graphViolations(proposals: readonly Proposal[], { active, completed }: KnownPlans): readonly string[] {
  const own = new Set(proposals.map(({ id }) => id));
  const existing = [...new Set([...active, ...completed])].filter((id) => !own.has(id));
  const items: readonly WorkItem[] = [
    ...proposals.map(({ id, depends_on: dependsOn }) => ({ id, dependsOn })),
    ...existing.map((id) => ({ id, dependsOn: [] })),
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

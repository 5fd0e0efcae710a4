/** Lists the reasons why a pull request must not be merged yet (DO-09), from a closed list. */
import type { PullRequest } from '../effects/forge.ts';
import { pullSections } from './sections.ts';

const unreadyReasons = [
  'draft', // marked as draft by a person
  'checks-red',
  'checks-pending',
  'changes-requested', // by a reviewer who has not withdrawn the request
  'no-clean-review', // no review of exactly this head, or it has blocking findings
  'no-e2e-evidence', // an end-to-end run is configured, but no evidence shows that it passed
  'sections-missing', // of the pull request's body
  'conflict',
] as const;
export type UnreadyReason = (typeof unreadyReasons)[number];

/** Result of the end-to-end run; `missing` if it is configured but left no evidence. */
export type E2eEvidence = 'passed' | 'skipped' | 'unconfigured' | 'missing';

/** The newest review of exactly this head. */
export type ReviewEvidence = 'clean' | 'missing';

export function findUnreadyReasons(
  pull: PullRequest,
  e2e: E2eEvidence,
  review: ReviewEvidence = 'clean',
): readonly UnreadyReason[] {
  const applies: Readonly<Record<UnreadyReason, boolean>> = {
    draft: pull.isDraft,
    'checks-red': pull.checks.colour === 'red',
    'checks-pending': pull.checks.colour === 'pending',
    'changes-requested': pull.changesRequestedBy.length > 0,
    'no-clean-review': review === 'missing',
    'no-e2e-evidence': e2e === 'missing',
    'sections-missing': pullSections.some((name) => !pull.sections.includes(name)),
    conflict: pull.mergeable === 'conflict',
  };
  return unreadyReasons.filter((reason) => applies[reason]);
}

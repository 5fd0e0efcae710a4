/** Whether a pull request may be merged, as far as facts tell (DO-09): each thing that stands against it, from a closed list. */
import type { PullRequest } from '../effects/forge.ts';
import { pullSections } from './sections.ts';

const unreadyReasons = [
  'draft', // somebody wants it to wait
  'checks-red',
  'checks-pending',
  'changes-requested', // by a reviewer who has not taken it back
  'no-clean-review', // nobody reviewed exactly this head, or something in it blocks
  'no-e2e-evidence', // the end-to-end run is configured, and nothing shows that it passed
  'sections-missing', // of the body
  'conflict',
] as const;
export type UnreadyReason = (typeof unreadyReasons)[number];

/** What the workflow knows of the end-to-end run: it passed and left evidence, it was skipped on purpose, or there is none. */
export type E2eEvidence = 'passed' | 'skipped' | 'unconfigured' | 'missing';

/** What is known of the newest review of exactly this head. */
export type ReviewEvidence = 'clean' | 'missing';

export function unreadyReasonsFor(
  pull: PullRequest,
  e2e: E2eEvidence,
  review: ReviewEvidence = 'clean',
): readonly UnreadyReason[] {
  const against: Readonly<Record<UnreadyReason, boolean>> = {
    draft: pull.isDraft,
    'checks-red': pull.checks.colour === 'red',
    'checks-pending': pull.checks.colour === 'pending',
    'changes-requested': pull.changesRequestedBy.length > 0,
    'no-clean-review': review === 'missing',
    'no-e2e-evidence': e2e === 'missing',
    'sections-missing': pullSections.some((name) => !pull.sections.includes(name)),
    conflict: pull.mergeable === 'conflict',
  };
  return unreadyReasons.filter((reason) => against[reason]);
}

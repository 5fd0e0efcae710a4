/** Computes approvals and requested changes from the latest review of each reviewer. */
import type { PullRequest } from './pull-request.ts';

export interface Review {
  readonly by: string;
  readonly verdict: 'approved' | 'changes-requested' | 'dismissed' | 'commented';
}

/** `reviews` is sorted oldest first. A comment does not revoke a review. */
export function reviewStateOf(reviews: readonly Review[]): Pick<PullRequest, 'approvedBy' | 'changesRequestedBy'> {
  const last = new Map<string, Review['verdict']>();
  for (const { by, verdict } of reviews) if (verdict !== 'commented') last.set(by, verdict);
  const reviewers = (wanted: Review['verdict']) =>
    [...last].filter(([, verdict]) => verdict === wanted).map(([by]) => by);
  return { approvedBy: reviewers('approved'), changesRequestedBy: reviewers('changes-requested') };
}

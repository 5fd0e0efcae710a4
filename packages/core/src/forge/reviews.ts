/** What reviewers want, by the last word of each: who asked for changes and approved them later is content. */
export interface Review {
  readonly by: string;
  readonly verdict: 'approved' | 'changes-requested' | 'dismissed' | 'commented';
}

export interface ReviewState {
  readonly approvedBy: readonly string[];
  readonly changesRequestedBy: readonly string[];
}

/** In the order in which they were given. A comment alone takes nothing back. */
export function reviewStateOf(reviews: readonly Review[]): ReviewState {
  const last = new Map<string, Review['verdict']>();
  for (const { by, verdict } of reviews) if (verdict !== 'commented') last.set(by, verdict);
  const who = (wanted: Review['verdict']) => [...last].filter(([, verdict]) => verdict === wanted).map(([by]) => by);
  return { approvedBy: who('approved'), changesRequestedBy: who('changes-requested') };
}

/**
 * Chooses the diffs that reviewers get.
 *
 * A later review gets the diffs of the earlier one unchanged, and one more with the changes since. So the provider reads
 * all of them but the last from its cache, while a diff of the whole change would differ in every pass.
 */
import type { Artifact } from '../../journal/artifact.ts';

/** The diffs of the last review. `since` are the changes after it; absent until they are saved. */
export interface ReviewedDiffs {
  readonly commit: string;
  readonly diffs: readonly Artifact[];
  readonly since?: Artifact;
}

/** Steps that undo each other become longer than the change: above this ratio the reviewers get the whole diff again. */
const longestRatio = 2;

export function diffsToReview(whole: Artifact, reviewed: ReviewedDiffs | undefined): readonly Artifact[] {
  if (!reviewed?.since) return [whole];
  const diffs = [...reviewed.diffs, reviewed.since];
  const bytes = diffs.reduce((sum, diff) => sum + diff.bytes, 0);
  return bytes > whole.bytes * longestRatio ? [whole] : diffs;
}

/** The input of the reviewers of a pass, and what the next pass remembers of it. */
import type { ConvergeState } from './job.ts';
import { diffsToReview } from './review-diffs.ts';
import type { ReviewerInput } from './reviewer.ts';

type Reviewing = Extract<ConvergeState, { at: 'reviewing' }>;

export function reviewInput({ job: { task }, diff, reviewed }: Reviewing): ReviewerInput {
  const steps = diffsToReview(diff, reviewed);
  return steps.length > 1 ? { task, diff, steps } : { task, diff };
}

export const reviewedNow = ({ job, checkpoint, diff, reviewed }: Reviewing) =>
  job.stepDiffs ? { reviewed: { commit: checkpoint, diffs: diffsToReview(diff, reviewed) } } : {};

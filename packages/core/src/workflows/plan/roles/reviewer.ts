/** Reviews a change against its plan, with a rubric for severities (D-26, D-30). */
import { type Reviewer, reviewer, reviewerInstructions } from '../../converge/reviewer.ts';

const rubric = [
  'How much a finding weighs:',
  '- critical: data is lost or exposed, money or access is at stake, the product does not start.',
  '- high: something that the plan promises does not work, or something that worked before does not any more.',
  '- medium: it works and will not last: a missing case, a missing test for what is new, an error that nobody would see.',
  '- low: it could be better said or done. It is written down for later, and nobody waits for it.',
  'What the plan leaves out on purpose is no finding. What is not in the diff is one only if the diff breaks it.',
].join('\n');

export const planReviewer: Reviewer = {
  ...reviewer('plans.reviewer', [reviewerInstructions, rubric].join('\n')),
  contextPhase: 'review',
};

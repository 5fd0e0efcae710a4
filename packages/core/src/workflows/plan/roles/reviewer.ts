/** Reviews a change against its plan, with a rubric for severities (D-26, D-30). */
import { type Reviewer, reviewer, reviewerInstructions } from '../../converge/reviewer.ts';

const rubric = [
  'Severities:',
  '- critical: data is lost or exposed, money or access is at risk, or the product does not start.',
  '- high: a promise of the plan does not work, or something that worked before no longer works.',
  '- medium: it works but is fragile: a missing case, a missing test for new behaviour, an error that stays unnoticed.',
  '- low: it could be worded or done better. It is recorded for later and blocks nothing.',
  'Parts that the plan excludes on purpose are no finding. Code outside the diff is a finding only if the diff breaks it.',
].join('\n');

export const plansPlanReviewer: Reviewer = {
  ...reviewer('plans.reviewer', [reviewerInstructions, rubric].join('\n')),
  contextPhase: 'review',
};

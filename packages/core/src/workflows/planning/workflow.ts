/** Describes planning: proposes plan files for a product spec. */
import { defineWorkflow } from '../../workflow.ts';

export const planningWorkflow = defineWorkflow({
  id: 'planning',
  machines: ['planning'],
  roles: ['plans.planner'],
  codes: {},
  words: { en: {}, ko: {} },
  load: () => import('./logic.ts'),
});

/** Describes plan: one plan file, from an empty lane to a merged pull request. */
import { defineWorkflow } from '../../workflow.ts';

export const planWorkflow = defineWorkflow({
  id: 'plan',
  machines: ['plan'],
  roles: [
    'plans.implementer',
    'plans.fixer',
    'plans.reviewer',
    'plans.ui-reviewer',
    'plans.preparer',
    'plans.merge-checker',
  ],
  codes: {},
  words: { en: {}, ko: {} },
  load: () => import('./logic.ts'),
});

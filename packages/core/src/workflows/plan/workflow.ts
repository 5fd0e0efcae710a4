/** Describes plan: one plan file, from an empty lane to a merged pull request. */
import { defineWorkflow } from '../../workflow.ts';
import { planCodes } from './codes.ts';
import { en } from './en.ts';
import { ko } from './ko.ts';

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
  codes: planCodes,
  words: { en, ko },
  load: () => import('./logic.ts'),
});

/** Describes the workflow plan: takes one plan file to a merged pull request. */
import { defineWorkflow } from '../../workflow.ts';
import { planCodes } from './codes.ts';
import { en } from './en.ts';
import { ko } from './ko.ts';
import { planRoles } from './role-names.ts';

export const planWorkflow = defineWorkflow({
  id: 'plan',
  machines: ['plan'],
  roles: planRoles,
  codes: planCodes,
  words: { en, ko },
  load: () => import('./logic.ts'),
});

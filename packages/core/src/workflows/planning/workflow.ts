/** Describes planning: proposes plan files for a product spec. */
import { defineWorkflow } from '../../workflow.ts';
import { planningCodes } from './codes.ts';
import { en } from './en.ts';
import { ko } from './ko.ts';
import { planningRoles } from './role-names.ts';

export const planningWorkflow = defineWorkflow({
  id: 'planning',
  machines: ['planning'],
  roles: planningRoles,
  modelClients: ['plans.planner'],
  codes: planningCodes,
  words: { en, ko },
  load: () => import('./logic.ts'),
});

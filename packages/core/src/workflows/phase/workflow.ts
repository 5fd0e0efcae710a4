/** Describes phase: runs one phase of a plan on its existing branch. */
import { defineWorkflow } from '../../workflow.ts';
import { planRoles } from '../plan/role-names.ts';
import { phaseCodes } from './codes.ts';
import { en } from './en.ts';
import { ko } from './ko.ts';

export const phaseWorkflow = defineWorkflow({
  id: 'phase',
  machines: ['phase'],
  roles: [],
  asks: { phase: planRoles },
  codes: phaseCodes,
  words: { en, ko },
  load: () => import('./logic.ts'),
});

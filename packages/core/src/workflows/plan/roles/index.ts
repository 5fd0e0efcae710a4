/** Roles of plan by id. */
import type { Role } from '../../../role/role.ts';
import { acceptanceWriter } from '../../acceptance/writer.ts';
import type { planRoles } from '../role-names.ts';
import { fixer } from './fixer.ts';
import { planImplementer } from './implementer.ts';
import { mergeChecker } from './merge-checker.ts';
import { preparer } from './preparer.ts';
import { plansPlanReviewer } from './reviewer.ts';
import { uiReviewer } from './ui-reviewer.ts';

export const planRoleTable: Readonly<Record<(typeof planRoles)[number], Role<never, unknown>>> = {
  'plans.acceptance-writer': { ...acceptanceWriter('plans.acceptance-writer'), contextPhase: 'implement' },
  'plans.implementer': planImplementer,
  'plans.fixer': fixer,
  'plans.reviewer': plansPlanReviewer,
  'plans.ui-reviewer': uiReviewer,
  'plans.preparer': preparer,
  'plans.merge-checker': mergeChecker,
};

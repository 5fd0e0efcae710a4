/** Describes fidelity: scores how far the product has drifted from its spec (D-60). */
import { defineWorkflow } from '../../workflow.ts';
import { fidelityCodes } from './codes.ts';
import { fidelityConfig } from './config.ts';
import { en } from './en.ts';
import { ko } from './ko.ts';
import { fidelityRoles } from './role-names.ts';

export const fidelityWorkflow = defineWorkflow({
  id: 'fidelity',
  machines: ['fidelity'],
  roles: fidelityRoles,
  modelClients: ['plans.fidelity'],
  codes: fidelityCodes,
  words: { en, ko },
  config: { fidelity: fidelityConfig },
  load: () => import('./logic.ts'),
});

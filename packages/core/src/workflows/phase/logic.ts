/** The machine and roles of phase. */
import type { Machine } from '../../machine/machine.ts';
import type { WorkflowLogic } from '../../workflow.ts';
import { phase } from './machine.ts';
import { phaseDocument } from './view.ts';

export const logic: WorkflowLogic<never> = {
  machines: [phase as Machine],
  roles: {},
  document: phaseDocument,
};

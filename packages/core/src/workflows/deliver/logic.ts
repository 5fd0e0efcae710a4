/** The machine and roles of deliver. */
import type { Machine } from '../../machine/machine.ts';
import type { WorkflowLogic } from '../../workflow.ts';
import { deliver } from './machine.ts';
import { deliveredMerge } from './view.ts';

export const logic: WorkflowLogic<never> = {
  machines: [deliver as Machine],
  roles: {},
  mergeOf: deliveredMerge,
};

/** The machines of the queue. */
import type { Machine } from '../../machine/machine.ts';
import type { WorkflowLogic } from '../../workflow.ts';
import { queueMachine } from './machine.ts';
import { watch } from './watch.ts';

export const logic: WorkflowLogic<never> = {
  machines: [queueMachine as Machine, watch as Machine],
  roles: {},
};

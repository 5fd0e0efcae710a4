/** Exports the machines of the queue. */
import type { Machine } from '../../machine/machine.ts';
import type { WorkflowLogic } from '../../workflow.ts';

export const logic: WorkflowLogic<never> = {
  async loadMachines() {
    const [{ queueMachine }, { watch }] = await Promise.all([import('./machine.ts'), import('./watch.ts')]);
    return [queueMachine as Machine, watch as Machine];
  },
  roles: {},
};

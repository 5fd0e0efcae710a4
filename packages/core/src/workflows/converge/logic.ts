/** The machine and roles of converge. */
import type { Machine } from '../../machine/machine.ts';
import type { WorkflowLogic } from '../../workflow.ts';
import { acceptanceWriter } from '../acceptance/writer.ts';
import { implementer } from './implementer.ts';
import { reviewer } from './reviewer.ts';

export const logic: WorkflowLogic<'converge.acceptance-writer' | 'converge.implementer' | 'converge.reviewer'> = {
  loadMachines: async () => [(await import('./machine.ts')).converge as Machine],
  roles: {
    'converge.acceptance-writer': acceptanceWriter('converge.acceptance-writer'),
    'converge.implementer': implementer('converge.implementer'),
    'converge.reviewer': reviewer('converge.reviewer'),
  },
  rerun: ({ title }, quote) => `converge ${quote(title)}`,
};

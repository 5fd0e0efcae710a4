/** The machine of issues-session. It has no roles: the agent is the one of the conversation. */
import type { Machine } from '../../machine/machine.ts';
import type { WorkflowLogic } from '../../workflow.ts';
import { sessionDocument } from './view.ts';

export const logic: WorkflowLogic<never> = {
  loadMachines: async () => [(await import('./machine.ts')).issuesSession as Machine],
  roles: {},
  document: ([{ run, entries }]) => {
    const loop = sessionDocument(run, entries)?.state;
    return loop ? { loop } : null;
  },
};

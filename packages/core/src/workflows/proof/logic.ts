/** The machine and progress messages of the proof. */
import type { Machine, State } from '../../machine/machine.ts';
import type { WorkflowLogic } from '../../workflow.ts';
import type { ProofState } from './job.ts';
import { proofProgress, startedMessage } from './progress.ts';

export const logic: WorkflowLogic<never> = {
  loadMachines: async () => [(await import('./machine.ts')).changeProof as Machine],
  roles: {},
  progress: {
    proof: {
      start: () => [startedMessage],
      move: (_from: State, _answers, to: State) => proofProgress(to as ProofState),
      repeats: new Set(),
      isPartOfParent: true,
    },
  },
};

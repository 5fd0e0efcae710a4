/** The machine and progress messages of acceptance. Its roles belong to the workflows that call it. */
import { type ProgressMessage, progressOf } from '../../codes.ts';
import type { Machine, State } from '../../machine/machine.ts';
import type { WorkflowLogic } from '../../workflow.ts';
import { acceptanceCodes } from './codes.ts';
import type { AcceptanceState } from './job.ts';

const message = progressOf(acceptanceCodes);

export const logic: WorkflowLogic<never> = {
  loadMachines: async () => [(await import('./machine.ts')).acceptance as Machine],
  roles: {},
  progress: {
    acceptance: {
      start: () => [],
      move: (_from: State, _answers, to: State) => acceptanceProgress(to as AcceptanceState),
      repeats: new Set(),
      isPartOfParent: true,
    },
  },
};

/** The frozen tests, or why they were sent back. */
function acceptanceProgress(to: AcceptanceState): readonly ProgressMessage[] {
  if (to.at === 'without') return [message('acceptance.without', {}, 'warn')];
  if (to.at === 'frozen') {
    const { files } = to.frozen;
    return [message('acceptance.frozen', { count: files.length, files: files[0] ?? '' }, 'good')];
  }
  const [first] = to.at === 'writing' ? to.problems : [];
  return first === undefined
    ? []
    : [message('acceptance.back', { why: first.code, names: first.names.join(', ') }, 'bad')];
}

/** The machine, the role and the progress lines of hello. */
import { progressOf } from '../../codes.ts';
import type { Machine } from '../../machine/machine.ts';
import type { WorkflowLogic } from '../../workflow.ts';
import { helloCodes } from './codes.ts';
import { greeter } from './greeter.ts';
import type { HelloState } from './machine.ts';
import { helloView } from './view.ts';

const progress = progressOf(helloCodes);

export const logic: WorkflowLogic<'hello.greeter'> = {
  loadMachines: async () => [(await import('./machine.ts')).hello as Machine],
  roles: { 'hello.greeter': greeter },
  progress: {
    hello: {
      start: () => [],
      move: (_from, _answers, to) => {
        const state = to as HelloState;
        if (state.at !== 'greeted') return [];
        return [progress('hello.greeted', { name: state.name, words: state.greeting.split(' ').length }, 'good')];
      },
      repeats: new Set(['hello.greeter']),
    },
  },
  document: helloView,
};

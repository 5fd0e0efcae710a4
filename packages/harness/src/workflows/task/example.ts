/** The example of task. */
import { describeChange } from '../../cli/change-epilogue.ts';
import type { Example } from '../../cli/example.ts';

export const taskExample: Example = {
  folder: '2-task',
  command: 'task',
  tasks: ['Read durations'],
  epilogue: (demo) => describeChange(demo, { command: 'task', showsJournal: false }),
};

/** The example of converge. */
import { describeChange } from '../../cli/change-epilogue.ts';
import type { Example } from '../../cli/example.ts';

export const helloExample: Example = {
  folder: '1-hello',
  command: 'converge',
  tasks: ['Greet people by name'],
  epilogue: (demo) => describeChange(demo, { command: 'converge', showsJournal: true }),
};

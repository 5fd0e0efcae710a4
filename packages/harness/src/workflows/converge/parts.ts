/** Connects runs of converge to the command line. */
import { describeChange } from '../../cli/change-epilogue.ts';
import type { Example } from '../../cli/example.ts';
import type { WorkflowParts } from '../../workflow.ts';

const helloExample: Example = {
  folder: '1-hello',
  command: 'converge',
  tasks: ['Greet people by name'],
  epilogue: (demo) => describeChange(demo, { command: 'converge', showsJournal: true }),
};

export const parts: WorkflowParts = {
  examples: { hello: helloExample },
  resume: {
    changes: ({ options: { check: checks, passes, checkTimeoutMs } }) => ({ checks, passes, checkTimeoutMs }),
  },
};

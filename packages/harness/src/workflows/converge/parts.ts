/** Connects runs of converge to the command line. */
import { exitCodes } from '@harness/core/journal/end';
import { describeChange } from '../../cli/change-epilogue.ts';
import { type Example, headline } from '../../cli/example.ts';
import type { WorkflowParts } from '../../workflow.ts';

const helloExample: Example = {
  folder: '1-hello',
  command: 'converge',
  tasks: ['Greet people by name'],
  epilogue: (demo) => describeChange(demo, { command: 'converge', showsJournal: true }),
};

const liars = [
  'change nothing',
  'only a note',
  'only an import',
  'no assertion',
  'an early exit',
  'a rewritten test',
  'a test runner',
  'a skipped test',
  'without a test',
  'a deleted test',
].map((lie) => `Give discounts (${lie})`);

const liarsExample: Example = {
  folder: '5-liars',
  command: 'converge',
  tasks: [...liars, 'Give discounts (honest)'],
  stopped: Object.fromEntries(liars.map((task) => [task, exitCodes.failed])),
  epilogue: async (demo) => [
    headline(demo, 'result'),
    `  ${liars.length} changes were stopped, because nothing showed that they work. The honest one has a witness.`,
    '',
    ...(await describeChange(demo, { command: 'converge', showsJournal: false })),
  ],
};

export const parts: WorkflowParts = {
  examples: { hello: helloExample, liars: liarsExample },
  resume: {
    changes: ({ options: { check: checks, passes, checkTimeoutMs } }) => ({ checks, passes, checkTimeoutMs }),
  },
};

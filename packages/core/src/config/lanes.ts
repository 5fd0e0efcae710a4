/** Settings `branchIsolation`, `parallelWorkers` and `sandbox`. */
import * as z from 'zod';
import { count, flag, list, oneOf, section, text, toggle } from './field.ts';

export const branchIsolation = toggle(
  {
    enabled: flag(
      'Whether each feature of a mission has a branch `harness/<id>` of its own; without, it is built and committed in your checkout.',
    ).default(true),
    useWorktrees: flag(
      'Whether each lane has a folder of its own; without, features are built in your checkout, one at a time.',
    ).default(true),
    onPass: oneOf(
      ['merge', 'pr', 'keep'],
      'What happens to a feature that passed: merged into the base; or its branch kept and the base left where it is; or kept and offered as a pull request.',
    ).default('merge'),
    baseBranch: text('The branch that features are merged into; the `baseBranch` above when it is not set.').optional(),
  },
  'How features are kept apart.',
).prefault({});

export const parallelWorkers = section(
  {
    max: count(
      'How many features are worked on at the same time, or how many lanes compete for one; more than one needs branch isolation with worktrees.',
    ).default(1),
    mode: oneOf(
      ['lane', 'competition'],
      '`lane`: several features at once, a lane each. `competition`: one feature at a time, by several lanes of which one is merged.',
    ).default('lane'),
    agents: count(
      'How many agents work at the same time in one run, whichever lanes they belong to; no limit by default.',
    ).optional(),
    firstPort: count(
      'Where the ports of the lanes of a mission begin: each has ten, and finds the first as `PORT` in its environment.',
    ).default(4_600),
    envFile: text(
      'What the `.env` of a lane of a mission begins with, where git ignores one. Naming your own `.env` shows it to agents.',
    ).default('.env.example'),
  },
  'How much happens at the same time, and what each lane has to itself.',
).prefault({});

export const sandboxModes = ['auto', 'required', 'off'] as const;

const rules = {
  mode: oneOf(
    sandboxModes,
    '`auto` uses a sandbox where there is one, `required` refuses to run without, `off` uses none.',
  ).default('auto'),
  show: list(text('A folder.'), 'Folders of your home that stay visible inside: toolchains.').default([]),
  network: oneOf(
    ['open', 'model-only'],
    'What agents that may write can reach; reviewers only ever reach the model.',
  ).default('open'),
};

const whole = z.strictObject(rules);

export const sandbox = z
  .union([whole, z.enum(sandboxModes).transform((mode) => whole.parse({ mode }))])
  .describe('What agents and checks can reach: one word for the mode, or all of it.')
  .prefault({});

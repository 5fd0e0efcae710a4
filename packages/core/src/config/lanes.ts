/** Settings `branchIsolation`, `parallelWorkers` and `sandbox`. */
import * as z from 'zod';
import { count, flag, list, oneOf, section, text, toggle } from './field.ts';

export const branchIsolation = toggle(
  {
    enabled: flag(
      'Whether each feature of a mission has its own branch `harness/<id>`; if false, it is built and committed in your checkout.',
    ).default(true),
    useWorktrees: flag(
      'Whether each lane has its own folder; if false, features are built in your checkout, one at a time.',
    ).default(true),
    onPass: oneOf(
      ['merge', 'pr', 'keep'],
      'What happens to a feature that passed: merge it into the base, keep its branch without a merge, or keep its branch and open a pull request.',
    ).default('merge'),
    baseBranch: text('The branch that features are merged into; by default the top-level `baseBranch`.').optional(),
  },
  'How features are isolated from each other.',
).prefault({});

export const parallelWorkers = section(
  {
    max: count(
      'Number of features that are built at the same time, or of lanes that compete for one feature; more than one needs branch isolation with worktrees.',
    ).default(1),
    mode: oneOf(
      ['lane', 'competition'],
      '`lane`: several features at once, one lane per feature. `competition`: one feature at a time in several lanes, and the best lane is merged.',
    ).default('lane'),
    agents: count(
      'Maximum agents that work at the same time in one run, across all lanes; no limit by default.',
    ).optional(),
    firstPort: count(
      'First port for the lanes of a mission: each lane gets ten ports, and the variable `PORT` holds its first.',
    ).default(4_600),
    envFile: text(
      'A file whose content starts the `.env` of each mission lane, if git ignores `.env`. If you name your own `.env`, agents can read it.',
    ).default('.env.example'),
  },
  'Parallel work, and the resources of each lane.',
).prefault({});

export const sandboxModes = ['auto', 'required', 'off'] as const;

const rules = {
  mode: oneOf(
    sandboxModes,
    '`auto` uses a sandbox if available, `required` refuses to run without one, `off` uses none.',
  ).default('auto'),
  show: list(text('A folder.'), 'Folders of your home that stay visible in the sandbox, such as toolchains.').default(
    [],
  ),
  network: oneOf(
    ['open', 'model-only'],
    'Network access of agents that may write; reviewers can only reach the model.',
  ).default('open'),
};

const whole = z.strictObject(rules);

export const sandboxSection = z
  .union([whole, z.enum(sandboxModes).transform((mode) => whole.parse({ mode }))])
  .describe('The sandbox of agents and checks: a mode, or an object with all settings.')
  .prefault({});

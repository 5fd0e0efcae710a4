/** The schema of the whole configuration; file, editor help, docs and types are derived from it. */
import * as z from 'zod';
import { trackerSection } from '../tracker/config.ts';
import { moduleSections } from '../workflows/list.ts';
import { agentSection, rolesSection } from './agent.ts';
import { checksSection, devServer, e2e } from './checks.ts';
import { count, list, path, problemParams, section, share, text, usd } from './field.ts';
import { forge, language, notifySetting, store } from './integrations.ts';
import { branchIsolation, parallelWorkers, sandboxSection } from './lanes.ts';

/** Folders and branches of the target repository (D-15: the harness requires no layout). */
const pathSettings = {
  planDir: path('The folder of open plans, one file per plan.').prefault('docs/exec-plans/active'),
  completedDir: path('The folder that a plan moves to when its pull request is merged.').prefault(
    'docs/exec-plans/completed',
  ),
  contextDir: path('The folder with context files for the agents; "docs/context" by default.').optional(),
  stateDir: path('The folder where the daemon keeps its state, logs and reports; ignored by git.').prefault(
    '.orchestrator',
  ),
  appPaths: list(
    path('A file or folder.'),
    'The files and folders of the product, which a fidelity check reads.',
  ).prefault(['src']),
  baseBranch: text('The branch that work starts from and is merged into.').default('main'),
};

const budget = section(
  {
    capUsd: usd(
      'Maximum cost of a run in dollars; at the cap the run stops with exit code 6, and a resume takes a higher cap. No cap by default.',
    ).optional(),
    capTokens: count(
      'Maximum tokens of a run, counting all four kinds; at the cap the run stops with exit code 6, and a resume takes a higher cap.',
    ).optional(),
    ceilingTokens: count(
      'Tokens that all runs of the repository may use in 7 days before a warning (`budget_ceiling_reached`); work continues.',
    ).optional(),
    warnAt: share('Share of a cap or ceiling at which one warning is printed.').default(0.8),
  },
  'The budget of a run.',
).prefault({});

const releaseGate = section(
  { specPath: path('The product spec; its criteria are in `<spec>.acceptance.md` in the same folder.') },
  'Whether to check after each merge that completed plans cover every criterion; off by default.',
).optional();

const control = section(
  {
    port: z
      .int()
      .min(0)
      .max(65_535)
      .describe('The port of the control server on 127.0.0.1; 0 selects a free port.')
      .default(4_500),
  },
  'The control server.',
).prefault({});

const settings = z.strictObject({
  $schema: z.string().describe('The JSON Schema of this file, for editors.').optional(),
  ...pathSettings,
  agent: agentSection,
  roles: rolesSection,
  budget,
  checks: checksSection,
  e2e,
  devServer,
  branchIsolation,
  parallelWorkers,
  forge,
  tracker: trackerSection,
  releaseGate,
  ...moduleSections,
  sandbox: sandboxSection,
  notify: notifySetting,
  language,
  store,
  control,
});

export type Config = z.output<typeof settings>;

/** Also checks rules between settings if a setting is invalid, so that all problems are reported at once. */
const always = { when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null };

const hasLanes = ({ parallelWorkers: workers, branchIsolation: isolation }: Partial<Config>) =>
  !(Number(workers?.max) > 1) || (isolation?.enabled !== false && isolation?.useWorktrees !== false);

const hasTwoFolders = ({ planDir, completedDir }: Partial<Config>) => planDir === undefined || planDir !== completedDir;

export const configSchema = settings
  .refine(hasLanes, { path: ['parallelWorkers', 'max'], ...problemParams('no-lanes'), ...always })
  .refine(hasTwoFolders, { path: ['completedDir'], ...problemParams('same-place'), ...always });

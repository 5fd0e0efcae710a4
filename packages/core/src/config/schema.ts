/** The schema of the whole configuration; file, editor help, docs and types are derived from it. */
import * as z from 'zod';
import { moduleSections } from '../workflows/list.ts';
import { agent, roles } from './agent.ts';
import { budget } from './budget.ts';
import { checks, devServer, e2e } from './checks.ts';
import { problemParams } from './field.ts';
import { forge, language, notify, store, tracker } from './integrations.ts';
import { branchIsolation, parallelWorkers, sandbox } from './lanes.ts';
import { pathSettings } from './paths.ts';
import { control, releaseGate } from './plans.ts';

const settings = z.strictObject({
  $schema: z.string().describe('Where an editor finds the schema of this file.').optional(),
  ...pathSettings,
  agent,
  roles,
  budget,
  checks,
  e2e,
  devServer,
  branchIsolation,
  parallelWorkers,
  tracker,
  forge,
  releaseGate,
  ...moduleSections,
  sandbox,
  notify,
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

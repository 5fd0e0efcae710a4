/** Everything that can be configured, in one schema: the file, the editor's help, the docs and the types follow from it. */
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

/** Rules between settings are looked at also when something else is wrong, so that everything is told at once. */
const always = { when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null };

const hasLanes = ({ parallelWorkers: workers, branchIsolation: isolation }: Partial<Config>) =>
  !(Number(workers?.max) > 1) || (isolation?.enabled !== false && isolation?.useWorktrees !== false);

const hasTwoPlaces = ({ planDir, completedDir }: Partial<Config>) => planDir === undefined || planDir !== completedDir;

export const configSchema = settings
  .refine(hasLanes, { path: ['parallelWorkers', 'max'], ...problemParams('no-lanes'), ...always })
  .refine(hasTwoPlaces, { path: ['completedDir'], ...problemParams('same-place'), ...always });

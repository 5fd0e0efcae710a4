/** Settings of missions, checkpoints and additional reviews of a feature. */
import * as z from 'zod';
import {
  command,
  count,
  flag,
  list,
  name,
  number,
  oneOf,
  problemParams,
  section,
  text,
  toggle,
  url,
} from '../../config/field.ts';
import { missionRoleIds } from './role-ids.ts';

export const missionSection = section(
  {
    decide: oneOf(
      ['rules', 'agent'],
      'How the next step is decided: by the rule table, or by the orchestrator role, whose decision is checked.',
    ).default('rules'),
    maxIterations: count('Maximum decisions of a mission; after that it ends with exit code 5.').default(200),
    identityDir: text('The folder, outside the repository, for memory that roles keep across missions.').default(
      '~/autonomous-harness/identity',
    ),
    planReviewer: toggle(
      { enabled: flag('Whether a second role challenges the plan.').default(true) },
      'The review of the plan before the first feature is built.',
    ).prefault({}),
    debugger: toggle(
      {
        enabled: flag('Whether the debugger role looks for the cause when a feature keeps failing.').default(true),
        threshold: count('Failed attempts before the debugger runs.').default(3),
      },
      'Help for a feature that keeps failing.',
    ).prefault({}),
    documenter: oneOf(
      ['done', 'pass', 'off'],
      'When documentation pages of the features are written: once when the mission is done, before each feature is merged, or never.',
    ).default('done'),
    promptOverrides: z
      .partialRecord(z.enum(missionRoleIds), z.string().min(1))
      .describe(
        'Text that is added to the prompt of a mission role, by role id: the text itself, or a file of the repository.',
      )
      .default({}),
    snapshotRetention: number('Number of state snapshots to keep.').default(50),
    logRetention: number('Number of logs to keep.').default(500),
    archiveOnDone: flag('Whether a finished mission is archived, so that the next one starts empty.').default(false),
  },
  'The mission workflow.',
).prefault({});

export const crosscheckSection = toggle(
  { enabled: flag('Whether a second role checks the verdict of the validator.').default(false) },
  'A second opinion on every feature that passed.',
).prefault({});

/** `post-planner` fires automatically; `none` fires only if the orchestrator names the checkpoint. */
const triggers = /^(?:post-planner|pre-done|feature-claim:\S+|none)$/;

export const checkpointsSection = toggle(
  {
    enabled: flag('Whether a mission stops at its checkpoints.').default(false),
    types: list(
      section(
        {
          name: name(
            'Its name: the mission writes `checkpoint-<name>.md` and continues after `harness checkpoint grant <name>`.',
          ),
          description: text('A description for the person who grants it.').optional(),
          triggerOn: z
            .string()
            .refine((on) => triggers.test(on), problemParams('trigger'))
            .describe('When: `post-planner`, `pre-done`, `feature-claim:<kind>` or `none`.')
            .default('none'),
          triggerDoc: text('A hint for the orchestrator about when to request this checkpoint.').optional(),
        },
        'One checkpoint.',
      ),
      'The checkpoints.',
    )
      .refine((types) => new Set(types.map((type) => type.name)).size === types.length, problemParams('twice'))
      .default([]),
  },
  'Points at which a mission waits until a person lets it continue.',
).prefault({});

export const smokeTestSection = toggle(
  {
    enabled: flag('Whether the running product is tested.').default(false),
    onDone: flag('Before a mission is done.').default(true),
    onFeaturePass: flag('After each feature that passed.').default(false),
    urls: list(
      section(
        {
          url: url('A URL of the running product; {PORT} is replaced by the first port of the lane.', 'http', 'https'),
          expectStatus: number('The expected HTTP status.').default(200),
          expectText: text('A text that the response must contain.').optional(),
        },
        'One request.',
      ),
      'The requests of the smoke test.',
    ).default([]),
    startupCmd: command('The command that starts the product; not needed if it is already running.').optional(),
    startupWaitSeconds: number('Maximum time until the product has started, in seconds.').default(30),
  },
  'The smoke test: requests that harness sends to the running product.',
).prefault({});

export const uiQaSection = toggle(
  {
    enabled: flag('Whether an agent tests the user interface of features with VAL-UI claims.').default(false),
    url: url('The URL of the user interface.', 'http', 'https').optional(),
  },
  'The test of the user interface by an agent.',
).prefault({});

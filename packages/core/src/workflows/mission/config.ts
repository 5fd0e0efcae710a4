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

export const mission = section(
  {
    decide: oneOf(
      ['rules', 'agent'],
      'Who decides what is next: the table of rules, or the orchestrator role, whose claim is checked.',
    ).default('rules'),
    maxIterations: count('How many decisions a mission may take; it ends there with exit code 5.').default(200),
    identityDir: text('Where what roles learn across missions is kept, outside the repository.').default(
      '~/autonomous-harness/identity',
    ),
    planReviewer: toggle(
      { enabled: flag('Whether a second role challenges the plan.').default(true) },
      'The review of the plan before anything is built.',
    ).prefault({}),
    debugger: toggle(
      {
        enabled: flag('Whether a role looks for the cause when a feature keeps failing.').default(true),
        threshold: count('After how many attempts.').default(3),
      },
      'Help for a feature that keeps failing.',
    ).prefault({}),
    documenter: oneOf(
      ['done', 'pass', 'off'],
      'When pages about the features are written: once when the mission is done, for each feature before it is merged, or never.',
    ).default('done'),
    promptOverrides: z
      .partialRecord(z.enum(missionRoleIds), z.string().min(1))
      .describe(
        'What is added to the prompt of a role of the mission, by its id: the text itself, or a file of the repository.',
      )
      .default({}),
    snapshotRetention: number('How many snapshots of the state are kept.').default(50),
    logRetention: number('How many logs are kept.').default(500),
    archiveOnDone: flag('Whether a finished mission is moved aside, so that the next one starts from nothing.').default(
      false,
    ),
  },
  'Features under a validation contract.',
).prefault({});

export const crosscheck = toggle(
  { enabled: flag('Whether a second role checks the verdict of the validator.').default(false) },
  'A second opinion on every feature that passed.',
).prefault({});

/** `post-planner` fires automatically; `none` fires only if the orchestrator names the checkpoint. */
const triggers = /^(?:post-planner|pre-done|feature-claim:\S+|none)$/;

export const checkpoints = toggle(
  {
    enabled: flag('Whether a mission stops at its checkpoints.').default(false),
    types: list(
      section(
        {
          name: name('Its name: `checkpoint-<name>.md` is written, and `harness checkpoint grant <name>` goes on.'),
          description: text('What a person should look at.').optional(),
          triggerOn: z
            .string()
            .refine((on) => triggers.test(on), problemParams('trigger'))
            .describe('When: `post-planner`, `pre-done`, `feature-claim:<kind>` or `none`.')
            .default('none'),
          triggerDoc: text('What the orchestrator is told about when to ask for it.').optional(),
        },
        'One checkpoint.',
      ),
      'The checkpoints.',
    )
      .refine((types) => new Set(types.map((type) => type.name)).size === types.length, problemParams('twice'))
      .default([]),
  },
  'Where a mission waits for a person to grant that it goes on.',
).prefault({});

export const smokeTest = toggle(
  {
    enabled: flag('Whether the product is looked at while it runs.').default(false),
    onDone: flag('Before a mission is called done.').default(true),
    onFeaturePass: flag('After each feature that passed.').default(false),
    urls: list(
      section(
        {
          url: url('An address of the running product; {PORT} is the first port of the lane.', 'http', 'https'),
          expectStatus: number('The status it must answer with.').default(200),
          expectText: text('A text that must be in the answer.').optional(),
        },
        'One address.',
      ),
      'What is looked at.',
    ).default([]),
    startupCmd: command('The command that starts the product; none when it runs already.').optional(),
    startupWaitSeconds: number('How long it may take to start, in seconds.').default(30),
  },
  'A look at the running product, by the harness itself.',
).prefault({});

export const uiQa = toggle(
  {
    enabled: flag('Whether an agent tries the user interface of features with VAL-UI claims.').default(false),
    url: url('Where the interface is.', 'http', 'https').optional(),
  },
  'An agent that uses the product as a person would.',
).prefault({});

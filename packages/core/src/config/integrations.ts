/** Settings `tracker`, `forge`, `store`, `notify` and `language`. */
import * as z from 'zod';
import { command, count, flag, number, oneOf, section, tag, text, url } from './field.ts';

export const tracker = section(
  {
    kind: oneOf(['local', 'linear'], 'The issue tracker; `local` keeps issues as files.').default('local'),
    project: text('The project of the issues; a question asks for it if not set.').optional(),
    team: text('The team.').default('MB90'),
    label: text('The label of issues that are ready.').default('ready'),
    max: count('Maximum issues per session.').default(20),
    inProgressStatus: text('The status of an issue in progress.').default('In Progress'),
    doneStatus: text('The status of a finished issue.').default('Done'),
    discoverInterval: number('Finished issues between two discovery passes; 0 disables them.').default(5),
    tier1Blocks: flag('Whether a red tier-1 test fails an issue; otherwise it only warns.').default(false),
  },
  'The source of issues.',
).prefault({});

export const forge = section(
  {
    kind: oneOf(
      ['local', 'github'],
      'The forge. By default `github` if the remote `origin` is on GitHub, otherwise `local`, a bare repository in the state folder. GitHub needs a token: GITHUB_TOKEN, GH_TOKEN or `gh auth token`.',
    ).optional(),
    checksTimeoutMs: number('Maximum duration of the checks of a pull request, in milliseconds.').default(900_000),
    checksSettleMs: number(
      'How long to wait for the first check to appear, in milliseconds, because forges start checks late.',
    ).default(60_000),
    mergeTimeoutMs: number('How long to wait for a merge that a rule of the forge delays, in milliseconds.').default(
      3_600_000,
    ),
    pollMs: count('Interval between two requests to the forge while waiting, in milliseconds.').default(10_000),
  },
  'The forge for pull requests, and how long to wait for it.',
).prefault({});

/** The limit up to which listing runs is fast. */
const keepRuns = 1_000;

export const store = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('jsonl').describe('One file per run, on this machine.'),
      keepRuns: number(
        'Number of ended runs to keep in `.harness/runs`; when a run starts, older ones move to `.harness/archive`.',
      ).default(keepRuns),
    }),
    z.strictObject({
      kind: z.literal('postgres').describe('One database for many machines.'),
      url: url(
        'The URL of the database without its password, which is read from PGPASSWORD.',
        'postgres',
        'postgresql',
      ),
    }),
  ])
  .describe(
    'Where journals are stored: `{ "kind": "jsonl", "keepRuns": 1000 }`, which archives all but the newest ended runs, or `{ "kind": "postgres", "url": "…" }`.',
  )
  .default({ kind: 'jsonl', keepRuns });

export const notifySetting = command(
  'A command for notifications, called as `<command> <kind> <message> <folder>`; none by default.',
).optional();

export const language = tag(
  'The language of all texts for people, such as `ko`; by default that of the newest message of the person, first the task. Agents answer in it too; where the harness has no texts, it prints English.',
).optional();

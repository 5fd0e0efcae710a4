/** Settings `tracker`, `forge`, `store`, `notify` and `language`. */
import * as z from 'zod';
import { command, count, flag, number, oneOf, section, tag, text, url } from './field.ts';

export const tracker = section(
  {
    kind: oneOf(['local', 'linear'], 'Whose issues are worked off; `local` keeps them as files.').default('local'),
    project: text('The project whose issues are taken; asked for when it is not set.').optional(),
    team: text('The team.').default('MB90'),
    label: text('The label that makes an issue ready.').default('ready'),
    max: count('How many issues one session takes.').default(20),
    inProgressStatus: text('The status of an issue that is worked on.').default('In Progress'),
    doneStatus: text('The status of an issue that is done.').default('Done'),
    discoverInterval: number('After how many finished issues a discovery pass is made; 0 is never.').default(5),
    tier1Blocks: flag('Whether a red tier-1 test fails an issue instead of warning.').default(false),
  },
  'Where issues come from.',
).prefault({});

export const forge = section(
  {
    kind: oneOf(
      ['local', 'github'],
      'When it is not set: `github` if the remote `origin` is on GitHub and GITHUB_TOKEN or GH_TOKEN is there, else `local`, a bare repository beside the state.',
    ).optional(),
    checksTimeoutMs: number('How long the checks of a pull request may take.').default(900_000),
    checksSettleMs: number(
      'How long a list of checks that is empty is not believed: forges begin checks late.',
    ).default(60_000),
    mergeTimeoutMs: number('How long a merge that a rule of the forge holds back is waited for.').default(3_600_000),
    pollMs: count('How often is looked while waiting.').default(10_000),
  },
  'Where pull requests are made, and how long is waited there.',
).prefault({});

/** The limit up to which listing runs is fast. */
const keepRuns = 1_000;

export const store = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('jsonl').describe('One file a run, on this machine.'),
      keepRuns: number(
        'How many runs that have ended stay in `.harness/runs`; when a run begins, older ones are moved to `.harness/archive`.',
      ).default(keepRuns),
    }),
    z.strictObject({
      kind: z.literal('postgres').describe('One database for many machines.'),
      url: url('Its address, without the password: that comes from PGPASSWORD.', 'postgres', 'postgresql'),
    }),
  ])
  .describe(
    'Where journals are kept: `{ "kind": "jsonl", "keepRuns": 1000 }`, where all ended runs but the newest so many are moved to `.harness/archive`, or `{ "kind": "postgres", "url": "…" }`.',
  )
  .default({ kind: 'jsonl', keepRuns });

export const notify = command(
  'A command that is called as `<command> <kind> <message> <folder>` when people should know something; none by default.',
).optional();

export const language = tag(
  'The language of everything that people read, such as `ko`; that of the task by default.',
).optional();

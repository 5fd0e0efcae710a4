/** Settings `forge`, `store`, `notify` and `language`. */
import { command, count, number, oneOf, section, tag } from './field.ts';

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

export const store = section(
  {
    kind: oneOf(['jsonl'], 'One file per run, on this machine.').default('jsonl'),
    keepRuns: number(
      'Number of ended runs to keep in `.harness/runs`; when a run starts, older ones move to `.harness/archive`.',
    ).default(keepRuns),
  },
  'Where journals are stored.',
).prefault({});

export const notifySetting = command(
  'A command for notifications, called as `<command> <kind> <message> <folder>`; none by default.',
).optional();

export const language = tag(
  'The language of all texts for people, such as `ko`; by default that of the newest message of the person, first the task. Agents answer in it too; where the harness has no texts, it prints English.',
).optional();

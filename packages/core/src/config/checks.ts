/** Settings `checks`, `e2e` and `devServer`: commands that check the repository. Commands that are not set are detected. */
import { defaultTestGlobs } from '../test-guard/files.ts';
import { command, count, flag, list, pagePath, path, section, text, url } from './field.ts';

const check = (what: string) =>
  command('A command.').nullable().describe(`The command that ${what}; detected if not set, null for none.`).optional();

export const checksSection = section(
  {
    build: check('builds the repository'),
    test: check('runs its tests'),
    lint: check('lints it'),
    typecheck: check('checks its types'),
    testFiles: list(
      text('A glob.'),
      'Globs of the test files: a question is asked if a change deletes or weakens one.',
    ).default([...defaultTestGlobs]),
    reports: list(
      text('A glob.'),
      'Globs of the reports (JUnit, TAP) that the checks write; by default the usual paths of test runners.',
    ).optional(),
    timeoutMs: count('Maximum duration of one check, in milliseconds; after that it is stopped and red.').default(
      20 * 60_000,
    ),
  },
  'The commands that check a change. Commands that are not set are detected.',
).prefault({});

export const e2e = section(
  {
    command: command('The command that runs the end-to-end tests; detected if not set.').optional(),
    artifactDirs: list(path('A folder.'), 'Folders with test results, which are kept with the run.').prefault([
      'playwright-report',
      'test-results',
    ]),
  },
  'End-to-end tests, run after a clean review.',
).prefault({});

export const devServer = section(
  {
    command: command('The command that starts the server.'),
    url: url('The URL that answers when the server is ready.', 'http', 'https'),
    readyTimeoutSec: count('Maximum time until the server is ready, in seconds.').default(60),
    paths: list(
      pagePath('A page path that starts with a slash.'),
      'The pages to take screenshots of, at most 10; by default the `url`.',
    )
      .max(10)
      .default([]),
    forE2e: flag(
      'Whether the server also runs during the end-to-end tests; set false if their command starts it.',
    ).default(true),
  },
  'The server for the review of the user interface; none by default.',
).optional();

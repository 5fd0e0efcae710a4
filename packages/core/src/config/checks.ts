/** Settings `checks`, `e2e` and `devServer`: commands that check the repository. Commands that are not set are detected. */
import * as z from 'zod';
import { defaultTestGlobs } from '../test-guard/files.ts';
import { command, count, flag, list, pagePath, path, section, text, url } from './field.ts';

const check = (what: string) =>
  z
    .string()
    .min(1)
    .nullable()
    .describe(`The command that ${what}; detected when it is not set, null for none.`)
    .optional();

export const checks = section(
  {
    build: check('builds the repository'),
    test: check('runs its tests'),
    lint: check('lints it'),
    typecheck: check('checks its types'),
    testFiles: list(
      text('A glob.'),
      'Globs of the test files: a change that deletes or weakens one is asked about.',
    ).default([...defaultTestGlobs]),
    reports: list(
      text('A glob.'),
      'Globs of the reports (JUnit, TAP) that the checks write; where runners write them by habit when it is not set.',
    ).optional(),
    timeoutMs: count('How long one check may take before it is ended and red, in milliseconds.').default(20 * 60_000),
  },
  'The commands that decide whether a change is good. What is not set is detected.',
).prefault({});

export const e2e = section(
  {
    command: command('The command that runs the end-to-end tests; detected when it is not set.').optional(),
    artifactDirs: list(path('A folder.'), 'What the tests leave behind and is kept with the run.').prefault([
      'playwright-report',
      'test-results',
    ]),
  },
  'End-to-end tests, run after a clean review.',
).prefault({});

export const devServer = section(
  {
    command: command('The command that starts the server.'),
    url: url('Where it answers when it is ready.', 'http', 'https'),
    readyTimeoutSec: count('How long it may take to be ready, in seconds.').default(60),
    paths: list(
      pagePath('A page, beginning with a slash.'),
      'The pages that are looked at, at most 10; the url itself when none is set.',
    )
      .max(10)
      .default([]),
    forE2e: flag(
      'Whether it also runs during the end-to-end tests; false when their command starts it itself.',
    ).default(true),
  },
  'The server that a review of the user interface looks at; none by default.',
).optional();

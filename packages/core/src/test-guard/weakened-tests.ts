/**
 * What a change took away from the guards of the base: its tests, and what its checks run.
 *
 *   V1. Only what the base had can be weakened: new tests and new scripts never count, and a new file only where it
 *       overrides what a check of the base does: the settings of a runner or checker that it runs.
 *   V2. A test file that is gone, or has a name under which it is no test, counts; so does one with fewer tests or assertions, or with more that are skipped.
 *   V3. A script, recipe or configuration that a check runs, by itself or by another, counts when it changed at all.
 *   V4. So do the settings of test runners and checkers; of a file that holds much else, the part that is theirs.
 */

import { definesCommands, entersPackages, isConfiguration, isRunByChecks, scriptsChanged } from './check-inputs.ts';
import { type BaseFacts, isCheckerConfiguration, mayOverride, touchedConfiguration } from './configuration.ts';
import { countTests } from './count-tests.ts';
import { defaultTestGlobs } from './files.ts';
import { matches } from './glob.ts';
import type { TouchedFile } from './touched-file.ts';

export type { TouchedFile };

const weakenings = [
  'deleted',
  'moved', // to a name under which it is no test
  'fewer-tests',
  'fewer-assertions',
  'skipped',
  'script', // of package.json, that a check runs
  'command', // a file that a check runs
  'configuration', // of the harness, or of a test runner or checker
] as const;

export interface WeakenedTest {
  readonly file: string;
  readonly how: (typeof weakenings)[number];
  /** How many there were and are, the name of a script, or whose configuration it is. */
  readonly detail: string;
}

export interface TestGuards {
  readonly checks: readonly string[];
  readonly testFiles?: readonly string[] | undefined;
}

/** Whether a file of the base is worth looking into. */
export const isGuard = (path: string, { testFiles = defaultTestGlobs }: TestGuards): boolean =>
  isConfiguration(path) || isCheckerConfiguration(path) || definesCommands(path) || matches(path, testFiles);

/** Whether a change to this file can matter at all, under its old name or its new one. */
export const mayWeakenTests = ({ path, newPath, before }: Omit<TouchedFile, 'after'>, guards: TestGuards): boolean =>
  (before !== null && isGuard(path, guards)) || mayOverride(newPath);

/** Without a word about the base, its checks are all that is known to be run. */
export const findWeakenedTests = (
  touched: readonly TouchedFile[],
  guards: TestGuards,
  base: BaseFacts = { commands: guards.checks, hasTests: true },
): readonly WeakenedTest[] => touched.flatMap((file) => weakenedIn(file, guards, base));

function weakenedIn(file: TouchedFile, guards: TestGuards, base: BaseFacts): readonly WeakenedTest[] {
  const { path, newPath, before, after } = file;
  const name = before === null ? newPath : path;
  const one = (how: WeakenedTest['how'], detail = ''): readonly WeakenedTest[] => [{ file: name, how, detail }];
  const scripts = scriptsTouched(file, guards, base).flatMap((script) => one('script', script));
  const [detail] = touchedConfiguration(file, base); // one row: a person sees the diff
  if (detail !== undefined) return [...scripts, ...one('configuration', detail)];
  if (scripts.length > 0 || before === null) return scripts;
  if (isConfiguration(path)) return one('configuration');
  if (isRunByChecks(path, base.commands)) return one('command');
  const { testFiles = defaultTestGlobs } = guards;
  if (isCheckerConfiguration(path) || !matches(path, testFiles)) return [];
  if (after === null) return one('deleted');
  return matches(newPath, testFiles) ? testWeakened({ ...file, before }) : one('moved', newPath);
}

/** The manifest of a package below the root counts only where a check goes into the packages. */
function scriptsTouched(
  { path, newPath, before, after }: TouchedFile,
  { checks }: TestGuards,
  { commands }: BaseFacts,
) {
  if (before === null || !/(?:^|\/)package\.json$/.test(path)) return [];
  const run = path === 'package.json' ? checks : entersPackages(commands) ? commands : [];
  return scriptsChanged(before, newPath === path ? after : null, run);
}

/** One row a file, the gravest first: a person looks at the diff in any case. */
function testWeakened({
  path,
  newPath,
  before,
  after,
}: TouchedFile & { readonly before: string }): readonly WeakenedTest[] {
  const was = countTests(path, before);
  const is = countTests(newPath, after ?? '');
  if (was === null || is === null) return [];
  const drop = (how: WeakenedTest['how'], from: number, to: number): readonly WeakenedTest[] => [
    { file: path, how, detail: `${from} → ${to}` },
  ];
  if (is.tests < was.tests) return drop('fewer-tests', was.tests, is.tests);
  if (is.assertions < was.assertions) return drop('fewer-assertions', was.assertions, is.assertions);
  return is.skips > was.skips ? drop('skipped', was.skips, is.skips) : [];
}

/** `a.test.ts (deleted)`, the first few of them: for a question and a prompt. */
export function weakenedNames(weakened: readonly WeakenedTest[], most = 20): string {
  const named = weakened
    .slice(0, most)
    .map(({ file, how, detail }) => `${file} (${detail === '' ? how : `${how}: ${detail}`})`);
  const rest = weakened.length - named.length;
  return rest > 0 ? `${named.join(', ')} … +${rest}` : named.join(', ');
}

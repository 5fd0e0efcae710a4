/**
 * Finds tests and check inputs of the base that a change weakened.
 *
 *   V1. Only files of the base can be weakened. New tests and scripts never count; a new file counts only if it
 *       overrides the settings of a runner or checker that a check of the base runs, or configures the harness.
 *   V2. A test file counts if it is deleted, renamed to a name that is no test, has fewer tests or assertions, has
 *       fewer exact assertions (`equal` became `ok`), or skips more.
 *   V3. A script, recipe or configuration that a check runs, directly or through another, counts if it changed at all.
 *       So does a helper that only tests and such scripts import, and a new file at a path that a check runs.
 *   V4. So do the settings of test runners and checkers; of a file with other content, only their part.
 *   V5. An ignore file counts if it leaves out files of the base.
 *   V6. A new file counts if it hides a module that tests load, or takes the decision about tests from their runner.
 *   V7. A file that instructs later agents counts if it changed at all, also if it is new or deleted (`instructions.ts`).
 *   V8. A `.gitattributes` counts if git then writes other bytes than those of the commit.
 */

import { changesWrittenBytes, isAttributesFile } from './attribute-files.ts';
import { definesCommands, isConfiguration } from './check-inputs.ts';
import { type BaseFacts, canOverrideBase, isCheckerConfiguration, touchedConfiguration } from './configuration.ts';
import { countTests } from './count-tests.ts';
import { defaultTestGlobs } from './files.ts';
import { matchesGlob } from './glob.ts';
import { isIgnoreFile, newlyIgnored } from './ignored-files.ts';
import {
  type InstructionFolders,
  type InstructionKind,
  instructionKindOf,
  instructionKinds,
  isNoteInOwnPlan,
} from './instructions.ts';
import { runsInPackages, scriptsChanged } from './package-scripts.ts';
import { addedHooks, mayHookRunner } from './runner-hooks.ts';
import type { TouchedFile } from './touched-file.ts';

export type { TouchedFile };

const weakenings = [
  'deleted',
  'moved', // to a name that is no test
  'fewer-tests',
  'fewer-assertions',
  'looser-assertions', // fewer that compare with an expected value
  'skipped',
  'script', // of package.json, run by a check
  'command', // a file run by a check
  'helper', // a file that only tests and scripts of checks import
  'ignored', // files of the base that an ignore file now leaves out
  'not-run', // tests of the base that a check no longer runs; the file is its command
  'configuration', // of the harness, or of a test runner or checker
  ...instructionKinds, // a file that instructs later agents
] as const;

export interface WeakenedTest {
  readonly file: string;
  readonly how: (typeof weakenings)[number];
  /** Old and new number, the name of a script, or the tool of a configuration. */
  readonly detail: string;
  /** Hash of the content that a person saw, or `gone`; absent in journals of earlier versions. */
  readonly content?: string;
}

export interface TestGuards {
  readonly checks: readonly string[];
  readonly testFiles?: readonly string[] | undefined;
  /** Folders of plans and context files; `undefined` if they are unknown. */
  readonly folders?: InstructionFolders | undefined;
  /** The spec that the run builds; absent in other runs, and in those of older versions. */
  readonly spec?: string | undefined;
  /** Id of the plan that the run carries out; absent in other runs. */
  readonly item?: string | undefined;
}

/** Whether a file of the base must be compared. */
export const isGuard = (path: string, { testFiles = defaultTestGlobs }: TestGuards): boolean =>
  isConfiguration(path) || isCheckerConfiguration(path) || definesCommands(path) || matchesGlob(path, testFiles);

/** Whether a change to this file can matter, by its old or new name. */
export const mayWeakenTests = (
  { path, newPath, before }: Pick<TouchedFile, 'path' | 'newPath' | 'before'>,
  guards: TestGuards,
  { executed, helpers, hiding }: Pick<BaseFacts, 'executed' | 'helpers' | 'hiding'> = {},
): boolean =>
  (before !== null && (isGuard(path, guards) || (helpers?.has(path) ?? false))) ||
  [path, newPath].some(
    (name) =>
      executed?.has(name) ||
      isConfiguration(name) ||
      isIgnoreFile(name) ||
      isAttributesFile(name) ||
      instructionKindOf(name, guards.folders) !== null,
  ) ||
  canOverrideBase(newPath) ||
  mayHookRunner(newPath) ||
  (hiding?.has(newPath) ?? false);

export const findWeakenedTests = (
  touched: readonly TouchedFile[],
  guards: TestGuards,
  base: BaseFacts,
): readonly WeakenedTest[] =>
  touched.flatMap((file) => [...instructingRows(file, guards), ...weakeningsOf(file, guards, base)]);

function weakeningsOf(file: TouchedFile, guards: TestGuards, base: BaseFacts): readonly WeakenedTest[] {
  const { path, newPath, before, after } = file;
  const name = before === null ? newPath : path;
  const content = file.hash ?? 'gone';
  const one = (how: WeakenedTest['how'], detail = ''): readonly WeakenedTest[] => [
    { file: name, how, detail, content },
  ];
  if (isConfiguration(name) || isConfiguration(newPath))
    return [{ file: isConfiguration(name) ? name : newPath, how: 'configuration', detail: 'harness', content }];
  const scripts = scriptsTouched(file, guards, base).flatMap((script) => one('script', script));
  const [detail] = touchedConfiguration(file, base); // one row per file: a person reads the diff
  if (detail !== undefined) return [...scripts, ...one('configuration', detail)];
  if (scripts.length > 0) return scripts;
  if (changesWrittenBytes(file)) return one('configuration', 'git');
  const ignored = isIgnoreFile(newPath) ? newlyIgnored(file, base.paths ?? new Set()) : [];
  if (ignored.length > 0) return one('ignored', ignored.slice(0, 3).join(' '));
  if (base.hiding?.has(newPath)) return one('configuration', 'hides another module');
  const [hook] = addedHooks(file);
  if (hook !== undefined) return one('configuration', hook);
  if (base.executed?.has(name) || base.executed?.has(newPath)) return one('command', before === null ? 'new' : '');
  if (before === null) return [];
  if (base.helpers?.has(path)) return one('helper');
  const { testFiles = defaultTestGlobs } = guards;
  if (isCheckerConfiguration(path) || !matchesGlob(path, testFiles)) return [];
  if (after === null) return one('deleted');
  return matchesGlob(newPath, testFiles) ? compareCounts({ ...file, before }) : one('moved', newPath);
}

/** V7; a moved file has two rows: its old name is deleted, and its new name is new. */
function instructingRows(touched: TouchedFile, { folders, item }: TestGuards): readonly WeakenedTest[] {
  const { path, newPath, before, hash } = touched;
  if (folders && isNoteInOwnPlan(touched, item, folders)) return [];
  return [...new Set([path, newPath])].flatMap((file) => {
    const how = instructionKindOf(file, folders);
    if (how === null) return [];
    const content = file === newPath ? (hash ?? 'gone') : 'gone';
    const isNew = before === null || file !== path;
    return [{ file, how, detail: content === 'gone' ? 'gone' : isNew ? 'new' : '', content }];
  });
}

/** The manifest of a package counts only if a check runs in the packages. */
function scriptsTouched(
  { path, newPath, before, after }: TouchedFile,
  { checks }: TestGuards,
  { commands }: BaseFacts,
) {
  if (before === null || !/(?:^|\/)package\.json$/.test(path)) return [];
  const run = path === 'package.json' ? [...checks, ...commands] : runsInPackages(commands) ? commands : [];
  return scriptsChanged(before, newPath === path ? after : null, run);
}

/** One row per file, the most severe first: a person reads the diff anyway. */
function compareCounts({
  path,
  newPath,
  before,
  after,
  hash = 'gone',
}: TouchedFile & { readonly before: string }): readonly WeakenedTest[] {
  const was = countTests(path, before);
  const is = countTests(newPath, after ?? '');
  if (was === null || is === null) return [];
  const drop = (how: WeakenedTest['how'], from: number, to: number): readonly WeakenedTest[] => [
    { file: path, how, detail: `${from} → ${to}`, content: hash },
  ];
  if (is.tests < was.tests) return drop('fewer-tests', was.tests, is.tests);
  if (is.assertions < was.assertions) return drop('fewer-assertions', was.assertions, is.assertions);
  if (is.exact < was.exact) return drop('looser-assertions', was.exact, is.exact);
  return is.skips > was.skips ? drop('skipped', was.skips, is.skips) : [];
}

/** The parameters of the question `tests`: one list per kind of file, because each kind has its own consequence. */
export function weakenedParams(weakened: readonly WeakenedTest[]) {
  const isInstruction = ({ how }: WeakenedTest) => instructionKinds.some((kind) => kind === how);
  const lists = instructionKinds.flatMap((kind) => {
    const named = weakened.filter(({ how }) => how === kind);
    return named.length === 0 ? [] : [[kind, weakenedNames(named)]];
  });
  return {
    files: weakenedNames(weakened.filter((one) => !isInstruction(one))),
    ...(Object.fromEntries(lists) as Readonly<Partial<Record<InstructionKind, string>>>),
  };
}

/** The first names as `a.test.ts (deleted)`, for a question or a prompt. */
export function weakenedNames(weakened: readonly WeakenedTest[], most = 20): string {
  const names = weakened
    .slice(0, most)
    .map(({ file, how, detail }) => `${file} (${detail === '' ? how : `${how}: ${detail}`})`);
  const rest = weakened.length - names.length;
  return rest > 0 ? `${names.join(', ')} … +${rest}` : names.join(', ');
}

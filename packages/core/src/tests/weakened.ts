/**
 * What a change took away from the guards of the base: its tests, and what its checks run.
 *
 *   V1. Only what the base had can be weakened: new tests and new scripts never count.
 *   V2. A test file that is gone, or has a name under which it is no test, counts; so does one with fewer tests or assertions, or with more that are skipped.
 *   V3. A script, recipe or configuration that a check runs counts when it changed at all.
 */
import { defaultTestGlobs } from './files.ts';
import { isConfiguration, isRunBy, scriptsChanged } from './gate.ts';
import { matches } from './glob.ts';
import { countSigns } from './signs.ts';

/** A file of the base that a change touched. `after` is null when it is gone; `path` is what it was called. */
export interface Touched {
  readonly path: string;
  readonly newPath: string;
  readonly before: string;
  readonly after: string | null;
}

export const weakenings = [
  'deleted',
  'moved', // to a name under which it is no test
  'fewer-tests',
  'fewer-assertions',
  'skipped',
  'script', // of package.json, that a check runs
  'command', // a file that a check runs
  'configuration',
] as const;

export interface Weakened {
  readonly file: string;
  readonly how: (typeof weakenings)[number];
  /** How many there were and are, or the name of a script. */
  readonly detail: string;
}

export interface Guards {
  readonly checks: readonly string[];
  readonly testFiles?: readonly string[] | undefined;
}

/** Whether a file is worth looking into. */
export const isGuard = (path: string, { checks, testFiles = defaultTestGlobs }: Guards): boolean =>
  path === 'package.json' || isConfiguration(path) || isRunBy(path, checks) || matches(path, testFiles);

export const weakenedBy = (touched: readonly Touched[], guards: Guards): readonly Weakened[] =>
  touched.flatMap((file) => weakenedIn(file, guards));

function weakenedIn(file: Touched, { checks, testFiles = defaultTestGlobs }: Guards): readonly Weakened[] {
  const { path, newPath, before, after } = file;
  const one = (how: Weakened['how'], detail = ''): readonly Weakened[] => [{ file: path, how, detail }];
  if (path === 'package.json') {
    const still = newPath === path ? after : null;
    return scriptsChanged(before, still, checks).flatMap((name) => one('script', name));
  }
  if (isConfiguration(path)) return one('configuration');
  if (isRunBy(path, checks)) return one('command');
  if (!matches(path, testFiles)) return [];
  if (after === null) return one('deleted');
  if (!matches(newPath, testFiles)) return one('moved', newPath);
  return testWeakened(file);
}

/** One row a file, the gravest first: a person looks at the diff in any case. */
function testWeakened({ path, newPath, before, after }: Touched): readonly Weakened[] {
  const was = countSigns(path, before);
  const is = countSigns(newPath, after ?? '');
  if (was === null || is === null) return [];
  const drop = (how: Weakened['how'], from: number, to: number): readonly Weakened[] => [
    { file: path, how, detail: `${from} → ${to}` },
  ];
  if (is.tests < was.tests) return drop('fewer-tests', was.tests, is.tests);
  if (is.assertions < was.assertions) return drop('fewer-assertions', was.assertions, is.assertions);
  return is.skips > was.skips ? drop('skipped', was.skips, is.skips) : [];
}

/** `a.test.ts (deleted)`, the first few of them: for a question and a prompt. */
export function namesOf(weakened: readonly Weakened[], most = 20): string {
  const named = weakened
    .slice(0, most)
    .map(({ file, how, detail }) => `${file} (${detail === '' ? how : `${how}: ${detail}`})`);
  const rest = weakened.length - named.length;
  return rest > 0 ? `${named.join(', ')} … +${rest}` : named.join(', ');
}

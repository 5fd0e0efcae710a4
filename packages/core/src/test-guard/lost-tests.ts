/**
 * Compares the tests that ran on the base with those that ran on the change.
 *
 *   T1. A test of the base that did not run on the change is lost. A person decides about it.
 *   T2. If no test of the base ran, the check is red.
 *   T3. A renamed test is not lost: its old name left the text of a changed test file, and a new name in that text ran.
 *   T4. A test in a file that a person allowed to weaken, with exactly this content, is not lost.
 *   T5. If the names are unknown, the numbers are compared. If both are unknown for the base, nothing is proved.
 *   T6. If they are known for the base and the change lists no test at all, no test of the base ran.
 *   T7. If several tests have the same name, as many of them must run as on the base.
 */
import { normalName, type TestNames } from '../test-report/names.ts';
import { countTests } from './count-tests.ts';
import type { TouchedFile } from './touched-file.ts';

/** The executed tests of one run of a command; `count` is `null` if unknown. */
export interface ExecutedTests {
  readonly names: TestNames;
  readonly count: number | null;
}

export interface TestComparison {
  /** Executed tests of the base; `null` if unknown. */
  readonly base: number | null;
  readonly lost: number;
  /** Names of lost tests, in order; empty if only the number is known. */
  readonly names: readonly string[];
  /** T2. */
  readonly isNone: boolean;
}

/** A changed test file. `isAllowed`: a person saw exactly this content. */
export interface ChangedTestFile extends TouchedFile {
  readonly isAllowed: boolean;
}

export function compareTests(
  base: ExecutedTests,
  change: ExecutedTests,
  files: readonly ChangedTestFile[],
): TestComparison {
  const { tests } = base.names;
  if (isUnknown(base)) return { base: null, lost: 0, names: [], isNone: false };
  if (isUnknown(change)) return { base: sizeOf(base), lost: sizeOf(base), names: tests, isNone: true };
  if (tests.length > 0 && change.names.isListed) return compareNames(tests, change.names.tests, files);
  const lostFiles = base.names.files.filter((name) => !change.names.files.includes(name));
  const isFileKnown = change.names.files.length > 0;
  const lost = isFileKnown ? lostFiles.filter((name) => !files.some((file) => excusesFile(file, name))) : [];
  const fewer = Math.max(0, (base.count ?? 0) - (change.count ?? base.count ?? 0) - allowedDrop(files));
  const isNone = (base.count ?? 0) > 0 && change.count === 0;
  return { base: sizeOf(base), lost: Math.max(lost.length, fewer), names: lost, isNone };
}

const isUnknown = ({ names, count }: ExecutedTests) => count === null && !names.isListed && names.files.length === 0;

const sizeOf = ({ names, count }: ExecutedTests) => count ?? Math.max(names.tests.length, names.files.length);

function compareNames(
  base: readonly string[],
  change: readonly string[],
  files: readonly ChangedTestFile[],
): TestComparison {
  const missing = namesBeyond(base, change);
  const added = namesBeyond(change, base);
  const lost = missing.filter((name) => !files.some((file) => excusesTest(file, titleOf(name), added)));
  return { base: base.length, lost: lost.length, names: lost, isNone: base.length > 0 && lost.length === base.length };
}

/** T7: names that `names` contains more often than `others`. */
function namesBeyond(names: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const name of others) left.set(name, (left.get(name) ?? 0) + 1);
  return names.filter((name) => {
    const count = left.get(name) ?? 0;
    left.set(name, count - 1);
    return count <= 0;
  });
}

/** A new name excuses one lost name, so it is used up. */
function excusesTest(file: ChangedTestFile, title: string, added: string[]): boolean {
  if (file.before === null || !textOf(file.before).includes(title)) return false;
  if (file.isAllowed) return true;
  const after = textOf(file.after ?? '');
  if (file.after === null || after.includes(title)) return false;
  const renamed = added.findIndex((name) => after.includes(titleOf(name)));
  return renamed >= 0 && added.splice(renamed, 1).length > 0;
}

/** A moved test file keeps its tests; the count still shows whether they ran. */
const excusesFile = ({ path, newPath, isAllowed }: ChangedTestFile, name: string) =>
  (path === name || path.endsWith(`/${name}`)) && (isAllowed || newPath !== path);

const allowedDrop = (files: readonly ChangedTestFile[]): number =>
  files
    .filter(({ isAllowed, before }) => isAllowed && before !== null)
    .map(({ path, newPath, before, after }) => {
      const was = countTests(path, before ?? '')?.tests ?? 0;
      return Math.max(0, was - (after === null ? 0 : (countTests(newPath, after)?.tests ?? 0)));
    })
    .reduce((sum, n) => sum + n, 0);

/** The last part of a name with its suites: `suite > adds`, `TestSum/adds`, `tests::adds`. */
const titleOf = (name: string): string => name.split(/ > |::|\//).at(-1) ?? name;

/** Without a limit of length: a name is searched in the whole text. */
const textOf = (text: string): string =>
  text
    .split('\n')
    .map((line) => normalName(line))
    .join(' ');

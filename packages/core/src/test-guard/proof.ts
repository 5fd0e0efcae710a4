/**
 * Selects the new tests of a change that must fail on the base, to prove that they test the change.
 *
 *   R1. A test file counts if it is new or has more tests. A file that only changed was green on the base.
 *   R2. Each file is proved alone, with the test files without new tests, so that one red file does not hide another.
 *   R3. Above a limit all are proved in one run, which shows only that one of them fails.
 */

import { countTests } from './count-tests.ts';
import { defaultTestGlobs } from './files.ts';
import { matchesGlob } from './glob.ts';
import type { TouchedFile } from './touched-file.ts';

/** One run of the tests on the base. */
export interface TestProof {
  /** Test files that must be red. */
  readonly tests: readonly string[];
  /** Other new and changed test files that they may need. */
  readonly beside: readonly string[];
}

/** Each proof runs all tests: more runs would take too long. */
const maxSingleProofs = 5;

export function selectProofs(
  touched: readonly TouchedFile[],
  testFiles: readonly string[] = defaultTestGlobs,
): readonly TestProof[] {
  const own = touched.filter(({ newPath, after }) => after !== null && matchesGlob(newPath, testFiles));
  const tests = own.filter(hasNewTests).map(({ newPath }) => newPath);
  if (tests.length === 0) return [];
  const beside = own.map(({ newPath }) => newPath).filter((path) => !tests.includes(path));
  return tests.length > maxSingleProofs ? [{ tests, beside }] : tests.map((test) => ({ tests: [test], beside }));
}

/** A new script with only assertions is a test too. */
function hasNewTests({ newPath, before, after }: TouchedFile): boolean {
  const is = countTests(newPath, after ?? '');
  if (is === null) return false;
  if (before === null) return is.tests + is.assertions > 0;
  return is.tests > (countTests(newPath, before)?.tests ?? 0);
}

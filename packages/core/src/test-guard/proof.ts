/**
 * Which tests a change brings, and how it is proved that they test something: without the change they must fail.
 *
 *   R1. A test file counts when it is new, or has more tests than it had; what only changed was green on the base before.
 *   R2. Each is proved by itself, with the files beside it that hold no new test: one that fails does not vouch for another.
 *   R3. Of very many, all are proved at once: then it is only known that one of them fails.
 */

import { countTests } from './count-tests.ts';
import { defaultTestGlobs } from './files.ts';
import { matches } from './glob.ts';
import type { TouchedFile } from './touched-file.ts';

/** One run of the tests on the base. */
export interface Proof {
  /** What must be red. */
  readonly tests: readonly string[];
  /** New and changed files of the tests that they may need. */
  readonly beside: readonly string[];
}

/** A run of all tests each: more than this would take longer than it is worth. */
const mostAlone = 5;

export function proofsOf(
  touched: readonly TouchedFile[],
  testFiles: readonly string[] = defaultTestGlobs,
): readonly Proof[] {
  const own = touched.filter(({ newPath, after }) => after !== null && matches(newPath, testFiles));
  const tests = own.filter(hasMore).map(({ newPath }) => newPath);
  if (tests.length === 0) return [];
  const beside = own.map(({ newPath }) => newPath).filter((path) => !tests.includes(path));
  return tests.length > mostAlone ? [{ tests, beside }] : tests.map((test) => ({ tests: [test], beside }));
}

/** A new script that only asserts is a test too. */
function hasMore({ newPath, before, after }: TouchedFile): boolean {
  const is = countTests(newPath, after ?? '');
  if (is === null) return false;
  if (before === null) return is.tests + is.assertions > 0;
  return is.tests > (countTests(newPath, before)?.tests ?? 0);
}

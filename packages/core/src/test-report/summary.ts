/** Reads the summary lines of the common test runners and adds up several summaries (packages, binaries). */
import { createTestCount, noTests, sumTestCounts, type TestCount } from './count.ts';

type Read = (text: string) => readonly TestCount[];

export const summaries = {
  /** `ℹ tests 3` or `# tests 3`, then one line each for pass, fail, cancelled, skipped, todo. */
  'node:test': (text) =>
    [...text.matchAll(/^[ℹ#] tests \d+\n(?:[ℹ#] \w+ [\d.]+\n?)*/gm)].map(([block]) => {
      const number = (name: string) => Number(new RegExp(`^[ℹ#] ${name} (\\d+)`, 'm').exec(block)?.[1] ?? 0);
      return createTestCount(number('pass'), number('fail') + number('cancelled'), number('skipped') + number('todo'));
    }),
  /** `Tests  1 failed | 35 passed (36)`; jest: `Tests:       1 failed, 2 passed, 3 total`. */
  'vitest, jest': (text) => [
    ...[...text.matchAll(/^[ \t]*Tests:? {2,}(\d.{0,300})$/gm)].map(([, line = '']) => countWords(line)),
    ...[...text.matchAll(/^[ \t]*No test(?: file)?s found, exiting with code \d/gm)].map(() => noTests),
    ...[...text.matchAll(/^[ \t]*Tests {2,}no tests$/gm)].map(() => noTests),
  ],
  /** `==== 3 passed, 1 skipped in 0.12s ====`; without `====` if quiet. */
  pytest: (text) => [
    ...[
      ...text.matchAll(
        /^(?:=+ )?((?:\d+ (?:passed|failed|skipped|errors?|xfailed|xpassed|deselected|warnings?)(?:, )?)+) in [\d.]+s/gm,
      ),
    ].map(([, line = '']) => countWords(line)),
    ...[...text.matchAll(/^(?:=+ )?no tests ran in [\d.]+s/gm)].map(() => noTests),
  ],
  /** `test result: ok. 3 passed; 0 failed; 1 ignored; …`, one per binary. */
  'cargo test': (text) => [...text.matchAll(/^test result: \w+\. (.*)$/gm)].map(([, line = '']) => countWords(line)),
  /** `  3 passing (10ms)`, then `1 pending` and `2 failing` if any. */
  mocha: (text) =>
    [...text.matchAll(/^ +(\d+) passing \(.*\)\n(?: +(\d+) pending\n?)?(?: +(\d+) failing)?/gm)].map(
      ([, passed, pending, failed]) => createTestCount(Number(passed), Number(failed ?? 0), Number(pending ?? 0)),
    ),
  /** `Passed!  - Failed:     0, Passed:     5, Skipped:     1, Total:     6, Duration: 5 ms`, one per assembly. */
  'dotnet test': (text) =>
    [
      ...text.matchAll(
        /^(?:Passed|Failed|Skipped)! {1,9}- Failed: {0,9}(\d+), Passed: {0,9}(\d+), Skipped: {0,9}(\d+),/gm,
      ),
    ].map(([, failed, passed, skipped]) => createTestCount(Number(passed), Number(failed), Number(skipped))),
  /** `[INFO] Tests run: 5, Failures: 0, Errors: 0, Skipped: 1`, one per module; a line with a time is a class. */
  Maven: (text) =>
    [...text.matchAll(/^(?:\[\w+\] )?Tests run: (\d+), Failures: (\d+), Errors: (\d+), Skipped: (\d+)$/gm)].map(
      ([, all, failures, errors, skipped]) =>
        countFromTotal(Number(all), Number(failures) + Number(errors), Number(skipped)),
    ),
  /** `OK (5 tests, 9 assertions)`, or `Tests: 5, Assertions: 9, Failures: 1, Skipped: 1.` */
  PHPUnit: (text) => [
    ...[...text.matchAll(/^OK \((\d+) tests?, \d+ assertions?\)/gm)].map(([, n]) => createTestCount(Number(n), 0, 0)),
    ...[...text.matchAll(/^Tests: (\d+), Assertions: \d+(.{0,200})\.$/gm)].map(([, all, rest = '']) =>
      countFromTotal(Number(all), sumNamed(rest, 'Failures', 'Errors'), sumNamed(rest, 'Skipped', 'Incomplete')),
    ),
    ...[...text.matchAll(/^No tests executed!$/gm)].map(() => noTests),
  ],
  /** `5 examples, 1 failure, 2 pending`. */
  RSpec: (text) =>
    [...text.matchAll(/^(\d+) examples?, (\d+) failures?(?:, (\d+) pending)?/gm)].map(([, all, failed, pending]) =>
      countFromTotal(Number(all), Number(failed), Number(pending ?? 0)),
    ),
  /** `5 runs, 9 assertions, 1 failures, 0 errors, 1 skips`. */
  minitest: (text) =>
    [...text.matchAll(/^(\d+) runs, \d+ assertions, (\d+) failures, (\d+) errors, (\d+) skips/gm)].map(
      ([, all, failures, errors, skips]) =>
        countFromTotal(Number(all), Number(failures) + Number(errors), Number(skips)),
    ),
  /** `Ran 5 tests in 0.001s`, an empty line, then `OK (skipped=1)` or `FAILED (failures=1, errors=1)`. */
  unittest: (text) =>
    [...text.matchAll(/^Ran (\d+) tests? in [\d.]+s\n\n?(?:OK|FAILED|NO TESTS RAN)?(.{0,200})$/gm)].map(
      ([, all, rest = '']) =>
        countFromTotal(Number(all), sumNamed(rest, 'failures', 'errors'), sumNamed(rest, 'skipped')),
    ),
  'go test': goTest,
} as const satisfies Record<string, Read>;

export const readSummaries = (text: string): TestCount | null =>
  sumTestCounts(Object.values(summaries).flatMap((read: Read) => read(text)));

const countFromTotal = (all: number, failed: number, skipped: number): TestCount =>
  createTestCount(Math.max(0, all - failed - skipped), failed, skipped);

/** Sum of the named numbers: `Failures: 1` or `failures=1`. */
const sumNamed = (text: string, ...names: readonly string[]) =>
  names.reduce((sum, name) => sum + Number(new RegExp(`\\b${name}[:=] ?(\\d+)`).exec(text)?.[1] ?? 0), 0);

/** `3 passed, 1 failed`, in any order and with any separator. */
function countWords(line: string): TestCount {
  const number = (...names: readonly string[]) =>
    names.reduce((sum, name) => sum + Number(new RegExp(`(\\d+) ${name}\\b`).exec(line)?.[1] ?? 0), 0);
  return createTestCount(
    number('passed', 'xpassed'),
    number('failed', 'errors?'),
    number('skipped', 'ignored', 'todo', 'xfailed', 'pending'),
  );
}

/** Without `-v`, go prints packages, not tests: the count is known only if every package reports none. */
function goTest(text: string): readonly TestCount[] {
  const tests = [...text.matchAll(/^--- (PASS|FAIL|SKIP): /gm)].map(([, word]) => word);
  const count = (word: string) => tests.filter((each) => each === word).length;
  if (tests.length > 0) return [createTestCount(count('PASS'), count('FAIL'), count('SKIP'))];
  const packages = [...text.matchAll(/^(?:ok|FAIL|\?|---)? *\t\S.*$/gm)].map(([line]) => line);
  const empty = packages.filter((line) => /\[no test(?:s to run| files)\]|coverage: 0\.0% of statements$/.test(line));
  return packages.length > 0 && empty.length === packages.length ? [noTests] : [];
}

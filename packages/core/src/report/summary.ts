/** The lines with which the common test runners sum up, one row a runner. Several summaries (packages, binaries) are added up. */
import { countOf, noTests, sumOf, type TestCount } from './count.ts';

type Read = (text: string) => readonly TestCount[];

export const summaries = {
  /** `ℹ tests 3` or `# tests 3`, then pass, fail, cancelled, skipped, todo, a line each. */
  'node:test': (text) =>
    [...text.matchAll(/^[ℹ#] tests \d+\n(?:[ℹ#] \w+ [\d.]+\n?)*/gm)].map(([block]) => {
      const number = (name: string) => Number(new RegExp(`^[ℹ#] ${name} (\\d+)`, 'm').exec(block)?.[1] ?? 0);
      return countOf(number('pass'), number('fail') + number('cancelled'), number('skipped') + number('todo'));
    }),
  /** `Tests  1 failed | 35 passed (36)`; jest: `Tests:       1 failed, 2 passed, 3 total`. */
  'vitest, jest': (text) => [
    ...[...text.matchAll(/^[ \t]*Tests:? {2,}(\d.{0,300})$/gm)].map(([, line = '']) => words(line)),
    ...[...text.matchAll(/^[ \t]*No test(?: file)?s found, exiting with code \d/gm)].map(() => noTests),
    ...[...text.matchAll(/^[ \t]*Tests {2,}no tests$/gm)].map(() => noTests),
  ],
  /** `==== 3 passed, 1 skipped in 0.12s ====`, quietly without the rules. */
  pytest: (text) => [
    ...[
      ...text.matchAll(
        /^(?:=+ )?((?:\d+ (?:passed|failed|skipped|errors?|xfailed|xpassed|deselected|warnings?)(?:, )?)+) in [\d.]+s/gm,
      ),
    ].map(([, line = '']) => words(line)),
    ...[...text.matchAll(/^(?:=+ )?no tests ran in [\d.]+s/gm)].map(() => noTests),
  ],
  /** `test result: ok. 3 passed; 0 failed; 1 ignored; …`, one a binary. */
  'cargo test': (text) => [...text.matchAll(/^test result: \w+\. (.*)$/gm)].map(([, line = '']) => words(line)),
  /** `  3 passing (10ms)`, then `1 pending` and `2 failing` where there are any. */
  mocha: (text) =>
    [...text.matchAll(/^ +(\d+) passing \(.*\)\n(?: +(\d+) pending\n?)?(?: +(\d+) failing)?/gm)].map(
      ([, passed, pending, failed]) => countOf(Number(passed), Number(failed ?? 0), Number(pending ?? 0)),
    ),
  'go test': goTest,
} as const satisfies Record<string, Read>;

export const readSummaries = (text: string): TestCount | null =>
  sumOf(Object.values(summaries).flatMap((read: Read) => read(text)));

/** `3 passed, 1 failed`, in any order and with any separator. */
function words(line: string): TestCount {
  const number = (...names: readonly string[]) =>
    names.reduce((sum, name) => sum + Number(new RegExp(`(\\d+) ${name}\\b`).exec(line)?.[1] ?? 0), 0);
  return countOf(
    number('passed', 'xpassed'),
    number('failed', 'errors?'),
    number('skipped', 'ignored', 'todo', 'xfailed', 'pending'),
  );
}

/** Without `-v` go names packages, not tests: then only "none" can be known, when every package says so. */
function goTest(text: string): readonly TestCount[] {
  const tests = [...text.matchAll(/^--- (PASS|FAIL|SKIP): /gm)].map(([, word]) => word);
  const of = (word: string) => tests.filter((each) => each === word).length;
  if (tests.length > 0) return [countOf(of('PASS'), of('FAIL'), of('SKIP'))];
  const packages = [...text.matchAll(/^(?:ok|FAIL|\?|---)? *\t\S.*$/gm)].map(([line]) => line);
  const empty = packages.filter((line) => /\[no test(?:s to run| files)\]|coverage: 0\.0% of statements$/.test(line));
  return packages.length > 0 && empty.length === packages.length ? [noTests] : [];
}

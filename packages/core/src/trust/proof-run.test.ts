import { expect, test } from 'vitest';
import { type DoneRun, nextRuns, nextRunsOfNewTests, nextWholeRun, type RunName } from './proof-run.ts';

const names: readonly RunName[] = [
  'change',
  'base',
  'emptied',
  'blanked',
  'commented',
  'old-tests',
  'old-tests-base',
  'old-tests-emptied',
  'new-tests-emptied',
  'whole-base',
  'whole-change',
];
const commits = Object.fromEntries(names.map((name) => [name, name])) as Record<RunName, string>;
const ran = (name: RunName, green: boolean, executed: number | null = 1): DoneRun => ({
  name,
  again: 0,
  green,
  executed,
  results: null,
});

/** All runs in their order; runs at the same time are joined by `+`. */
function order(
  red: readonly RunName[],
  without: readonly RunName[] = ['commented'],
  executed: Partial<Record<RunName, number>> = {},
): string {
  const due = Object.fromEntries(Object.entries(commits).filter(([name]) => !without.includes(name as RunName)));
  const done: DoneRun[] = [];
  const steps: string[] = [];
  for (let next = nextRuns(due, done); next.length > 0 && done.length < 30; next = nextRuns(due, done)) {
    for (const { name, again } of next) done.push({ ...ran(name, !red.includes(name), executed[name] ?? 1), again });
    steps.push(next.map(({ name, again }) => `${name}${again > 0 ? `@${again}` : ''}`).join('+'));
  }
  return steps.join(' ');
}

test('P1 a run is made only if its result can matter', () => {
  expect(order([])).toBe('change base+old-tests old-tests-emptied+new-tests-emptied');
  expect(order(['base', 'emptied'], ['old-tests', 'old-tests-base', 'commented'])).toBe('change base emptied');
});

test('two runs are made at once if neither needs the other', () => {
  expect(order(['base', 'emptied'])).toBe('change base+old-tests emptied+old-tests-emptied new-tests-emptied');
});

test('tests that did not run without the code run with blank values', () => {
  const without = ['old-tests', 'commented'] as const;
  expect(order(['base', 'emptied'], without, { emptied: 0 })).toBe('change base emptied blanked');
});

test('P3 if all tests run, a further run has comments in the code', () => {
  expect(order(['base', 'emptied'], ['old-tests'])).toBe('change base emptied commented');
  expect(order(['base', 'emptied'], ['old-tests'], { emptied: 0 })).toBe('change base emptied blanked commented');
});

test('end-to-end tests run one after the other, without old ones', () => {
  const due = { change: 'v1', base: 'v2', emptied: 'v3', 'old-tests': 'v4' };
  const names = (done: readonly DoneRun[]) => nextRunsOfNewTests(due, done).map(({ name }) => name);
  expect(names([])).toEqual(['change']);
  expect(names([ran('change', true)])).toEqual(['base']);
  expect(names([ran('change', true), ran('base', false)])).toEqual(['emptied']);
  expect(names([ran('change', true), ran('base', true)])).toEqual([]);
});

test('P2 nothing follows a red run of the change', () => {
  expect(order(['change'])).toBe('change');
});

test('P4 a red test of the base is repeated twice, here and on the base', () => {
  expect(order(['old-tests'], ['base'])).toBe(
    'change old-tests old-tests-base+old-tests@1 old-tests-base@1+old-tests@2 old-tests-base@2',
  );
});

test('all tests run on the change only if they are red on the base', () => {
  expect(nextWholeRun(commits, [])).toEqual({ name: 'whole-base', again: 0 });
  expect(nextWholeRun(commits, [ran('whole-base', true)])).toBeNull();
  expect(nextWholeRun({}, [])).toBeNull();
});

test('P5 tests that a change repairs run three times on each side, unless the base is green once', () => {
  const base = ran('whole-base', false);
  expect(nextWholeRun(commits, [base])).toEqual({ name: 'whole-base', again: 1 });
  expect(nextWholeRun(commits, [base, ran('whole-base', true)])).toBeNull();
  expect(nextWholeRun(commits, [base, base, base])).toEqual({ name: 'whole-change', again: 0 });
  const change = ran('whole-change', true);
  expect(nextWholeRun(commits, [base, base, base, change, change])).toEqual({ name: 'whole-change', again: 2 });
  expect(nextWholeRun(commits, [base, base, base, change, change, change])).toBeNull();
});

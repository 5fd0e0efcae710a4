import { describe, expect, test } from 'vitest';
import { type ReadOptions, type RunResult, readFacts } from './facts.ts';
import type { RunName } from './proof-run.ts';

const options: ReadOptions = {
  isIsolated: true,
  files: ['a.test.js'],
  written: [],
  bare: [],
  emptied: 'yes',
  isPromised: () => false,
};

/** `+` passed, `-` failed, `0` skipped; an empty list is a file that cannot be loaded. */
function run(
  name: RunName,
  results: string | null,
  { again = 0, green = undefined as boolean | undefined } = {},
): RunResult {
  const tests = (results ?? '').split(' ').filter((one) => one !== '');
  const is = { '+': 'passed', '-': 'failed', '0': 'skipped' } as const;
  return {
    name,
    again,
    green: green ?? (tests.length > 0 && tests.every((one) => !one.startsWith('-'))),
    results: {
      isReported: true,
      runner: 'node',
      tests:
        results === null
          ? null
          : tests.map((one) => ({ name: one.slice(1), is: is[one[0] as '+'], file: 'a.test.js' })),
    },
  };
}

const read = (runs: readonly RunResult[], more: Partial<ReadOptions> = {}) => readFacts(runs, { ...options, ...more });
const names = ({ witnesses }: ReturnType<typeof read>) => witnesses.map(({ name }) => name);

describe('a witness', () => {
  test('F1 passes on the change and fails on the base and without the code', () => {
    expect(names(read([run('change', '+a'), run('base', '-a'), run('emptied', '-a')]))).toEqual(['a']);
  });
  test('F2 may be missing on the base, whose file cannot be loaded', () => {
    expect(names(read([run('change', '+a'), run('base', ''), run('emptied', '-a')]))).toEqual(['a']);
  });
  test('F2 must run without the code: a test that only imports is none', () => {
    expect(read([run('change', '+a'), run('base', ''), run('emptied', '')])).toMatchObject({
      witnesses: [],
      notRunEmptied: ['a'],
    });
    expect(names(read([run('change', '+a'), run('base', ''), run('emptied', ''), run('blanked', '-a')]))).toEqual([
      'a',
    ]);
  });
  test('is no test that passes on the base or without the code', () => {
    expect(read([run('change', '+a +b'), run('base', '+a -b'), run('emptied', '-a +b')])).toMatchObject({
      witnesses: [],
      greenOnBase: ['a'],
      greenEmptied: ['b'],
    });
  });
  test('is no skipped or failed test', () => {
    expect(read([run('change', '0a -b'), run('base', '-a -b'), run('emptied', '-a -b')])).toMatchObject({
      witnesses: [],
      redAlone: ['b'],
    });
  });
  test('F4 may be the whole run if single tests are unknown, but only if no others ran', () => {
    const runs = [
      run('change', null, { green: true }),
      run('base', null, { green: false }),
      run('emptied', null, { green: false }),
    ];
    expect(read(runs).witnesses).toHaveLength(1);
    expect(read(runs, { isIsolated: false }).witnesses).toEqual([]);
  });
  test('needs a failure by name if the change has no code, and none if its language cannot be emptied', () => {
    expect(names(read([run('change', '+a'), run('base', '-a')], { emptied: 'no-code' }))).toEqual(['a']);
    expect(names(read([run('change', '+a'), run('base', '')], { emptied: 'no-code' }))).toEqual([]);
    expect(names(read([run('change', '+a'), run('base', '')], { emptied: 'unsupported' }))).toEqual(['a']);
  });
  test('F3 is none if the code of the change cannot be read', () => {
    expect(names(read([run('change', '+a'), run('base', '-a')], { emptied: 'unreadable' }))).toEqual([]);
  });
  test('passes if comments are added to the code', () => {
    const runs = [run('change', '+a'), run('base', '-a'), run('emptied', '-a')];
    expect(read([...runs, run('commented', '-a')])).toMatchObject({ witnesses: [], readsCode: ['a'] });
    expect(names(read([...runs, run('commented', '+a')]))).toEqual(['a']);
  });
  test('did not fail in a run that is green, whatever a report says', () => {
    const runs = [run('change', '+a'), run('base', '-a'), run('emptied', '-a', { green: true })];
    expect(names(read(runs))).toEqual([]);
  });
  test('may be a test of the base that was red and is green now', () => {
    const whole = [0, 1, 2].flatMap((again) => [
      run('whole-base', '-a +b -c', { again }),
      run('whole-change', again === 2 ? '+a +b -c' : '+a +b +c', { again }),
    ]);
    expect(names(read(whole))).toEqual(['a']);
  });
  test('F5 is no test of the base that was red once', () => {
    expect(names(read([run('whole-base', '-a'), run('whole-change', '+a')]))).toEqual([]);
    const flaky = [0, 1, 2].flatMap((again) => [
      run('whole-base', again === 1 ? '+a -b' : '-a -b', { again }),
      run('whole-change', '+a', { again }),
    ]);
    expect(names(read(flaky))).toEqual([]);
  });
  test('is no test of an untouched file if all files ran', () => {
    const runs = [run('change', '+a'), run('base', '-a'), run('emptied', '-a')];
    expect(names(read(runs, { isIsolated: false, files: ['other.test.js'] }))).toEqual([]);
  });
});

describe('a promise of the base', () => {
  const broken = [0, 1, 2].flatMap((again) => [
    run('old-tests', '-a', { again }),
    run('old-tests-base', '+a', { again }),
  ]);
  test('is broken if its test passes on the base and never on the change', () => {
    expect(read(broken).promises).toEqual(['a']);
    expect(read([run('old-tests', ''), run('old-tests-base', '+a')]).promises).toEqual(['a']);
  });
  test('is not broken by a test that is red on the base', () => {
    expect(read([run('old-tests', '-a'), run('old-tests-base', '-a')]).promises).toEqual([]);
  });
  const repeated = (change: readonly string[], base: readonly string[]) => [
    ...change.map((results, again) => run('old-tests', results, { again })),
    ...base.map((results, again) => run('old-tests-base', results, { again })),
  ];
  test('F5 is not broken by a test that is flaky on the base, which is named', () => {
    const flaky = repeated(['-a', '+a', '-a'], ['+a', '-a', '+a']);
    expect(read(flaky)).toMatchObject({ promises: [], flaky: ['a'] });
  });
  test('F5 is broken by a product that keeps it only sometimes', () => {
    const random = repeated(['-a', '+a', '+a'], ['+a', '+a', '+a']);
    expect(read(random)).toMatchObject({ promises: ['a'], flaky: [] });
  });
  test('may be in a file that the approved plan changes', () => {
    expect(read(broken, { isPromised: (file) => file === 'a.test.js' }).promises).toEqual([]);
  });
});

test('a changed test is weaker if it no longer fails without any code', () => {
  expect(read([run('old-tests-emptied', '-a -b'), run('new-tests-emptied', '+a -b')]).weaker).toEqual(['a']);
});

describe('a test of the base that noticed something is lost', () => {
  const lost = (change: string, base: string, emptied: string) =>
    read([
      run('change', change),
      run('base', base),
      run('old-tests', '+a +b'),
      run('old-tests-emptied', '-a -b'),
      run('new-tests-emptied', emptied),
    ]).weaker;
  test('if it does not run any more', () => {
    expect(lost('+b', '+b', '-b')).toEqual(['a']);
  });
  test('if only tests of what is new were added', () => {
    expect(lost('+b +c', '+b -c', '-b -c')).toEqual(['a']);
    expect(lost('+b +c', '', '-b')).toEqual(['a']);
  });
  test('but not if it has a new name', () => {
    expect(lost('+b +c', '+b +c', '-b -c')).toEqual([]);
    expect(lost('+b +c', '', '')).toEqual([]);
  });
});

describe('a test that proves nothing is named', () => {
  test('a test without an assertion, by its own name', () => {
    expect(read([run('change', '+s +a')], { bare: ['a'] }).noAssertion).toEqual(['a']);
  });
  test('files whose tests did not run', () => {
    expect(read([run('change', '+a')], { written: ['a.test.js', 'b.test.js'] }).notExecuted).toEqual(['b.test.js']);
    expect(read([run('change', '+a')], { written: ['e2e/b.test.js', 'src/c.e2e.ts'] }).notExecuted).toEqual([]);
    expect(read([run('change', '', { green: true })], { written: ['a.test.js'] }).notExecuted).toEqual(['a.test.js']);
  });
  test('a green run of a known runner without a report', () => {
    const silent: RunResult = {
      name: 'change',
      again: 0,
      green: true,
      results: { isReported: false, runner: 'node', tests: null },
    };
    expect(read([silent]).isUnreported).toBe(true);
  });
});

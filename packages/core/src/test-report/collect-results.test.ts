import { describe, expect, test } from 'vitest';
import { collectTestResults, type ReportingRun } from './collect-results.ts';

const end = '{"end":true}\n';
const nodeLine = (name: string) => `${JSON.stringify({ suites: [], name, is: 'passed' })}\n`;
const json = (title: string) =>
  JSON.stringify({
    testResults: [{ name: '/repo/a.test.js', assertionResults: [{ ancestorTitles: [], title, status: 'passed' }] }],
  });
const junit = (name: string) =>
  `<testsuites><testsuite><testcase name="${name}" classname=""/></testsuite></testsuites>`;
const session = '=== 1 passed in 0.01s ===\n';

const collect = (run: Partial<ReportingRun>) =>
  collectTestResults({ command: 'npm test', folder: '/repo', output: '', reports: [], own: [], ...run });
const namesOf = (run: Partial<ReportingRun>) => collect(run).tests?.map(({ name }) => name) ?? null;

describe('the results of a command', () => {
  test('are those of all its reports', () => {
    const reports = [
      { name: 'node-1-1.json', text: nodeLine('one') + end },
      { name: 'vitest-2-1.json', text: json('two') },
      { name: 'vitest-3-1.json', text: json('three') },
      { name: 'pytest-1.xml', text: junit('four') },
      { name: 'notes.txt', text: 'no report' },
    ];
    expect(namesOf({ reports })).toEqual(['one', 'two', 'three', 'four']);
    expect(collect({ reports })).toMatchObject({ isReported: true, runner: 'node' });
  });

  test('are unknown if one report is broken', () => {
    const good = { name: 'vitest-1-1.json', text: json('one') };
    for (const text of [null, 'garbage'])
      expect(collect({ reports: [good, { name: 'jest-1-1.json', text }] })).toEqual({
        isReported: true,
        runner: 'jest',
        tests: null,
      });
  });

  test('are unknown if the folder for reports is gone', () => {
    const output = 'TAP version 13\nok 1 - forged\n1..1\n';
    expect(collect({ reports: null, output })).toEqual({ isReported: true, runner: 'node', tests: null });
  });

  test('say that a report is missing if a runner started and wrote none', () => {
    const reports = [{ name: 'jest-1-1.json', text: '' }];
    const results = collect({ reports, output: 'TAP version 13\nok 1 - forged\n1..1\n' });
    expect(results).toEqual({ isReported: false, runner: 'jest', tests: null });
  });

  test('say that a report is missing if pytest ran more often than it reported', () => {
    const reports = [{ name: 'pytest-1.xml', text: junit('a') }];
    expect(namesOf({ reports, output: session })).toEqual(['a']);
    expect(collect({ reports, output: session + session })).toEqual({
      isReported: false,
      runner: 'pytest',
      tests: null,
    });
  });

  test('add the printed tests of runners without a report', () => {
    const reports = [{ name: 'vitest-1-1.json', text: json('one') }];
    const output = 'test tests::adds ... ok\n\n  sum\n    ✔ adds\n\n  1 passing (1ms)\n ✓ src/a.test.ts > one 1ms\n';
    expect(namesOf({ reports, output })).toEqual(['one', 'sum > adds', 'tests::adds']);
  });

  test.each([
    ['python -m pytest', '', 'pytest'],
    ['make test', '=== test session starts ===\n', 'pytest'],
    ['npx vitest run', '', 'vitest'],
    ['make test', ' RUN  v4.1.12 /repo\n', 'vitest'],
    ['node --test', 'TAP version 13\nok 1 - a\n', 'node'],
    ['pytest -v', `t.py::test_a PASSED\n${session}`, 'pytest'], // a test can print a summary
  ])('of %j without any report say so', (command, output, runner) => {
    const results = collect({ command, output });
    expect(results).toEqual({ isReported: false, runner, tests: null });
  });

  test('of a runner that finished and was not asked are those of its output', () => {
    const output = 'Test Suites: 1 passed, 1 total\nTests:       1 passed, 1 total\n';
    expect(collect({ output })).toEqual({ isReported: false, runner: null, tests: null });
    expect(collect({ output: `  ✓ adds (1 ms)\n\n${output}` })).toEqual({
      isReported: false,
      runner: null,
      tests: [{ name: 'adds', is: 'passed' }],
    });
  });

  test('of a runner that only prints are those of its output', () => {
    const results = collect({
      command: 'cargo test',
      output: 'test adds ... ok\n\ntest result: ok. 1 passed; 0 failed; 0 ignored\n',
    });
    expect(results).toMatchObject({ isReported: false, runner: 'cargo', tests: [{ name: 'adds', is: 'passed' }] });
  });

  test('are those of a JUnit report that the command wrote by itself', () => {
    const own = [junit('a'), junit('b')];
    expect(collect({ command: 'mvn test', own })).toMatchObject({ isReported: true, runner: null });
    expect(namesOf({ own })).toEqual(['a', 'b']);
    expect(namesOf({ own: [junit('a'), '<testsuite>'] })).toBeNull();
  });

  test('are unknown if there are too many', () => {
    const text = nodeLine('x').repeat(100_001) + end;
    expect(collect({ reports: [{ name: 'node-1-1.json', text }] })).toMatchObject({ isReported: true, tests: null });
  });

  test('have the paths of pytest relative to the folder of the command', () => {
    const report = '<testsuites><testcase name="a" classname="t" file="t.py"/></testsuites>';
    const files = (output: string) =>
      collect({ output, reports: [{ name: 'pytest-1.xml', text: report }] }).tests?.map(({ file }) => file);
    expect(files('')).toEqual(['t.py']);
    expect(files('rootdir: /repo/sub\nconfigfile: pytest.ini\n')).toEqual(['sub/t.py']);
    expect(files('rootdir: /repo/sub, inifile: pytest.ini\n')).toEqual(['sub/t.py']);
    expect(files('rootdir: /repo/a\nrootdir: /repo/b\n')).toEqual([undefined]);
  });
});

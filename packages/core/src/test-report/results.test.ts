/** Reports of real runners, and broken ones. */
import { describe, expect, test } from 'vitest';
import {
  type ReportReading,
  readJsonReport,
  readJunitReport,
  readLineReport,
  readPrintedResults,
  type TestResult,
} from './results.ts';

const folders = { command: '/repo', paths: '/repo' };

/** `+` passed, `-` failed, `o` skipped. */
const marks = { passed: '+', failed: '-', skipped: 'o' } as const;
const row = ({ name, is, file }: TestResult) => `${marks[is]} ${name}${file === undefined ? '' : ` (${file})`}`;
const rows = (reading: ReportReading | null) =>
  typeof reading === 'string' ? reading : (reading?.map(row) ?? 'unknown');

const line = (name: string, more: object = {}) => `${JSON.stringify({ suites: [], name, is: 'passed', ...more })}\n`;
const end = '{"end":true}\n';

describe('the report of node', () => {
  const read = (text: string) => rows(readLineReport(text, folders));

  test('lists tests with their suites and files', () => {
    const text = [
      line('one', { file: '/repo/test/a.test.js' }),
      line('in', { suites: ['s', 's'], is: 'failed', file: '/elsewhere/b.test.js' }),
      line('later', { is: 'skipped' }),
      end,
    ].join('');
    expect(read(text)).toEqual(['+ one (test/a.test.js)', '- s > s > in (/elsewhere/b.test.js)', 'o later']);
  });

  test('R3 a row for a file is no test, but a test may be called like a file', () => {
    const file = '/repo/test/a.test.js';
    expect(read(line(file, { file }) + line('test/a.test.js', { file }) + end)).toEqual([]);
    expect(read(line('index.js', { file }) + end)).toEqual(['+ index.js (test/a.test.js)']);
  });

  test('R2 is unfinished if it is empty or has no end', () => {
    expect(read('')).toBe('unfinished');
    expect(read(line('one'))).toBe('unfinished');
  });

  test.each([
    ['half a line', line('one').slice(0, -5)],
    ['garbage', 'garbage\n'],
    ['a line that is no object', `3\n${end}`],
    ['an unknown result', line('one', { is: 'green' }) + end],
    ['a name that is no text', line('one', { name: 3 }) + end],
    ['text after the end', end + line('one')],
    ['two ends', end + end],
    ['binary zeros', '\0\0\0\n'],
  ])('R1 is broken by %s', (_, text) => expect(read(text)).toBe('broken'));

  test('keeps control characters in names as data, and cuts long names', () => {
    const start = 'a\nb\u001b[31m';
    const reading = readLineReport(line(start + '🙂'.repeat(200)) + end, folders) as readonly TestResult[];
    expect(reading.map(({ name }) => name)).toEqual([start + '🙂'.repeat(146)]);
  });
});

/** Written by jest 30. */
const jest = {
  numTotalTests: 8,
  success: false,
  testResults: [
    {
      name: '/repo/a.test.js',
      status: 'failed',
      assertionResults: [
        { ancestorTitles: [], fullName: 'one', status: 'passed', title: 'one', failureMessages: [] },
        { ancestorTitles: [], fullName: 'two', status: 'pending', title: 'two', failureMessages: [] },
        { ancestorTitles: [], fullName: 'three', status: 'todo', title: 'three', failureMessages: [] },
        { ancestorTitles: ['s', 's'], fullName: 's s in', status: 'passed', title: 'in', failureMessages: [] },
        { ancestorTitles: ['s', 's'], fullName: 's s fails', status: 'failed', title: 'fails', failureMessages: ['…'] },
        { ancestorTitles: ['hook'], fullName: 'hook never', status: 'failed', title: 'never', failureMessages: ['…'] },
      ],
    },
    { name: '/repo/thr.test.js', status: 'failed', message: 'Test suite failed to run', assertionResults: [] },
  ],
};

describe('the JSON of jest and vitest', () => {
  const read = (text: string) => rows(readJsonReport(text, folders));

  test('lists tests; a file that could not be loaded has none', () => {
    expect(read(JSON.stringify(jest))).toEqual([
      '+ one (a.test.js)',
      'o two (a.test.js)',
      'o three (a.test.js)',
      '+ s > s > in (a.test.js)',
      '- s > s > fails (a.test.js)',
      '- hook > never (a.test.js)',
    ]);
  });

  test('R1, R2 is unfinished if it is empty, and broken if it is cut', () => {
    expect(read('')).toBe('unfinished');
    expect(read(JSON.stringify(jest).slice(0, -3))).toBe('broken');
    expect(read('[]')).toBe('broken');
    expect(read(JSON.stringify(jest).replace('"pending"', '"constructor"'))).toBe('broken');
  });
});

/** Written by pytest 9 with `junit_family=xunit1`. */
const pytest = `<?xml version="1.0" encoding="utf-8"?><testsuites name="pytest tests"><testsuite name="pytest" tests="7">
<testcase classname="tests.test_a" name="test_one" file="tests/test_a.py" line="1" time="0.000" />
<testcase classname="tests.test_a" name="test_two" file="tests/test_a.py" line="2"><skipped type="pytest.skip" message="unconditional skip">tests/test_a.py:3</skipped></testcase>
<testcase classname="tests.test_a" name="test_p[1 &lt; 2 &#10; \\x1b]" file="tests/test_a.py" line="4"><failure message="assert 1 != 1">E</failure></testcase>
<testcase classname="tests.test_a.TestX.TestY" name="test_in" file="tests/test_a.py" line="8" time="0.000" />
<testcase classname="tests.test_a" name="test_xf" file="tests/test_a.py" line="15"><skipped type="pytest.xfail" message="" /></testcase>
<testcase classname="tests.test_a" name="test_td" file="tests/test_a.py" line="21"><error message="failed on teardown with &quot;RuntimeError: t&quot;">E</error></testcase>
<testcase classname="" name="tests.test_imp" file="tests/test_imp.py" time="0.000"><error message="collection failure">E</error></testcase>
</testsuite></testsuites>`;

describe('JUnit', () => {
  const read = (text: string, paths: string | null = '/repo') =>
    rows(readJunitReport(text, { command: '/repo', paths }));

  test('of pytest lists tests; a file that could not be imported is none', () => {
    expect(read(pytest)).toEqual([
      '+ test_one (tests/test_a.py)',
      'o test_two (tests/test_a.py)',
      '- test_p[1 < 2 \n \\x1b] (tests/test_a.py)',
      '+ TestX > TestY > test_in (tests/test_a.py)',
      'o test_xf (tests/test_a.py)',
      '- test_td (tests/test_a.py)',
    ]);
  });

  test('has paths relative to the folder of the command', () => {
    const text = '<testsuite><testcase classname="a" name="b" file="t/a.py"/></testsuite>';
    expect(read(text, '/repo/sub')).toEqual(['+ a > b (sub/t/a.py)']);
    expect(read(text, '/other')).toEqual(['+ a > b (/other/t/a.py)']);
    expect(read(text, null)).toEqual(['+ a > b']);
  });

  test('of other runners uses the class as a suite, and a path in its place as the file', () => {
    const text =
      '<testsuites><testcase classname="com.x.ATest" name="adds"/><testcase name="s > in" classname="src/a.test.ts"/></testsuites>';
    expect(read(text)).toEqual(['+ com.x.ATest > adds', '+ s > in (src/a.test.ts)']);
  });

  test('R1, R2 is unfinished if it is empty, and broken if it is cut', () => {
    expect(read('')).toBe('unfinished');
    expect(read(pytest.slice(0, -20))).toBe('broken');
    expect(read('garbage')).toBe('broken');
    expect(read('<testsuites/>')).toEqual([]);
  });
});

const mocha = `

  ✔ top
  sum
    ✔ adds (12ms)
    1) fails
    - later
    sum
      ✔ adds


  3 passing (12ms)
  1 pending
  1 failing

  1) sum
       fails:
     AssertionError [ERR_ASSERTION]
`;

describe('printed tests', () => {
  test.each<[string, string, readonly string[] | 'unknown']>([
    ['mocha', mocha, ['+ top', '+ sum > adds', '- sum > fails', 'o sum > later', '+ sum > sum > adds']],
    [
      'ava as TAP',
      'TAP version 13\nok 1 - later # SKIP\nnot ok 2 - todo # TODO\nok 3 - adds\nnot ok 4 - a \\# b\n\n1..4\n# tests 3\n# pass 1\n# skip 1\n# fail 2\n',
      ['o later', 'o todo', '+ adds', '- a # b'],
    ],
    [
      'jest, verbose',
      'PASS ./a.test.js\n  ✓ todo list (1 ms)\n  ✕ fails\n  ○ skipped two\n  ✎ todo three\n\nTests:       1 failed, 1 skipped, 1 todo, 1 passed, 4 total\n',
      ['+ todo list', '- fails', 'o two', 'o three'],
    ],
    [
      'go',
      '--- PASS: TestA (0.00s)\n    --- FAIL: TestA/b (0.00s)\n--- SKIP: TestC\n',
      ['+ TestA', '- TestA/b', 'o TestC'],
    ],
    [
      'cargo',
      'test tests::adds ... ok\ntest tests::later ... ignored\ntest tests::fails ... FAILED\n\ntest result: FAILED. 1 passed; 1 failed; 1 ignored\n',
      ['+ tests::adds', 'o tests::later', '- tests::fails'],
    ],
    [
      'unittest',
      "test_a (m.A.test_a)\ndoc ... ok\ntest_b (m.A) ... FAIL\ntest_c (m.B.test_c) ... skipped 'why'\ntest_d (m.B.test_d) ... expected failure\n\nRan 4 tests in 0.001s\n\nFAILED (failures=1, skipped=1, expected failures=1)\n",
      ['+ A > test_a', '- A > test_b', 'o B > test_c', '+ B > test_d'],
    ],
    [
      'R4 RSpec, which prints no names',
      '.F*\n\nFinished in 0.01 seconds\n3 examples, 1 failure, 1 pending\n',
      'unknown',
    ],
    ['R4 pytest without names', 'tests/test_a.py ..F\n\n=== 1 failed, 2 passed in 0.1s ===\n', 'unknown'],
    ['R4 vitest, which prints only failed tests', '   × adds 3ms\n\n      Tests  1 failed | 2 passed (3)\n', 'unknown'],
    ['R4 cargo, ended in a test', 'running 2 tests\ntest tests::adds ... ok\n', 'unknown'],
    ['R4 a plan with more tests', '1..3\nok 1 - a\nok 2 - b\n', 'unknown'],
    ['no test at all', 'TAP version 13\n1..0\n# tests 0\n# pass 0\n# fail 0\n', []],
    ['other output', 'compiled in 3ms\n', 'unknown'],
  ])('of %s', (_, output, expected) => expect(rows(readPrintedResults(output))).toEqual(expected));

  test.each([
    '\n',
    ' ',
    '\t',
    '1 ',
    'a.py::',
    'ok 1 ',
    '# ',
    '✔ ',
    '✔ a\n',
    '(1 test',
    '- a\n',
    '.a',
    '  1) a\n',
    '&#1;',
  ])('of a megabyte of %j are read quickly', (piece) => {
    const began = process.cpuUsage(); // not the wall clock: the machine may be busy
    const text = piece.repeat(1_000_000 / piece.length);
    for (const around of [text, `1..1\nok 1 - ${text}\n`, `✔ ${text}`, `${text}\n  1 passing (1ms)\n`])
      readPrintedResults(around);
    readJunitReport(`<testsuite><testcase name="${text}"/></testsuite>`, folders);
    readJunitReport(`<testsuite><testcase ${text}</testsuite>`, folders);
    expect(process.cpuUsage(began).user).toBeLessThan(4_000_000);
  });
});

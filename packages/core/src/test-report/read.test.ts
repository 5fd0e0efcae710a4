/** Outputs of real runners. */
import { describe, expect, test } from 'vitest';
import { hasNoExecutedTest, isTestCommand, readReport } from './read.ts';

const nodeTap = `TAP version 13
# Subtest: adds
ok 1 - adds
  ---
  duration_ms: 0.5
  ...
# Subtest: breaks
not ok 2 - breaks
  ---
  error: 'Expected values'
  ...
1..2
# tests 2
# suites 0
# pass 1
# fail 1
# cancelled 0
# skipped 0
# todo 0
# duration_ms 52.6
`;
const nodeNothing =
  'TAP version 13\n1..0\n# tests 0\n# suites 0\n# pass 0\n# fail 0\n# cancelled 0\n# skipped 0\n# todo 0\n# duration_ms 5.9\n';
const nodeSpec =
  '✔ adds (0.4ms)\n﹣ later # SKIP\nℹ tests 2\nℹ suites 0\nℹ pass 1\nℹ fail 0\nℹ cancelled 0\nℹ skipped 1\nℹ todo 0\nℹ duration_ms 41\n';
const vitest =
  ' Test Files  1 failed | 15 passed (16)\n      Tests  1 failed | 229 passed | 2 skipped (232)\n   Start at  10:09:50\n';
const jest =
  'Test Suites: 1 failed, 1 passed, 2 total\nTests:       1 failed, 1 skipped, 2 passed, 4 total\nSnapshots:   0 total\nTime:        0.5 s\n';
const pytest =
  'test_a.py ..F.s                          [100%]\n=========================== short test summary info ===\nFAILED test_a.py::test_x - assert 1 == 2\n================== 1 failed, 3 passed, 1 skipped in 0.12s ==================\n';
const cargo = `running 2 tests
test tests::it_works ... ok
test tests::later ... ignored

test result: ok. 1 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s

   Doc-tests thing

running 0 tests

test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s
`;
const mocha = '  Array\n    ✔ works\n\n\n  3 passing (10ms)\n  1 pending\n  2 failing\n\n  1) Array\n';
const goVerbose =
  '=== RUN   TestA\n--- PASS: TestA (0.00s)\n=== RUN   TestB\n--- SKIP: TestB (0.00s)\nPASS\nok  \texample.com/x\t0.002s\n';
const plainTap = '1..3\nok 1 - a\nnot ok 2 - b\n    ok 1 - inner\nok 3 - c # SKIP no network\n';
const junit = `<?xml version="1.0"?>
<testsuites><testsuite name="a" tests="4" failures="1">
<testcase name="one > two" time="0.1"/>
<testcase name="x"><failure message="no &lt;testcase"><![CDATA[<testcase name="not one"/>]]></failure></testcase>
<testcase name="y"><skipped/></testcase>
<testcase name="z"><system-out>fine</system-out></testcase>
</testsuite></testsuites>`;

describe('reads the test count of', () => {
  test.each<[string, string, [tests: number, passed: number, failed: number, skipped: number]]>([
    ['node:test, not on a terminal', nodeTap, [2, 1, 1, 0]],
    ['node:test without a test', nodeNothing, [0, 0, 0, 0]],
    ['node:test on a terminal', nodeSpec, [2, 1, 0, 1]],
    ['node:test twice, in two packages', nodeSpec + nodeNothing, [2, 1, 0, 1]],
    ['vitest', vitest, [232, 229, 1, 2]],
    ['vitest without a test', 'No test files found, exiting with code 0\n', [0, 0, 0, 0]],
    ['jest', jest, [4, 2, 1, 1]],
    ['jest without a test', 'No tests found, exiting with code 0\n', [0, 0, 0, 0]],
    ['pytest', pytest, [5, 3, 1, 1]],
    ['pytest, quiet', '.....\n5 passed in 0.01s\n', [5, 5, 0, 0]],
    ['pytest without a test', '============ no tests ran in 0.01s ============\n', [0, 0, 0, 0]],
    ['pytest that deselected everything', '======= 3 deselected in 0.01s =======\n', [0, 0, 0, 0]],
    ['cargo test', cargo, [2, 1, 0, 1]],
    ['mocha', mocha, [6, 3, 2, 1]],
    ['mocha without a test', '\n\n  0 passing (1ms)\n\n', [0, 0, 0, 0]],
    ['go test -v', goVerbose, [2, 1, 0, 1]],
    [
      'go test without a test',
      '?   \texample.com/x\t[no test files]\nok  \texample.com/y\t0.1s [no tests to run]\n',
      [0, 0, 0, 0],
    ],
    [
      'dotnet test, two assemblies',
      'Passed!  - Failed:     0, Passed:     5, Skipped:     1, Total:     6, Duration: 5 ms - a.dll (net8.0)\nFailed!  - Failed:     1, Passed:     0, Skipped:     0, Total:     1, Duration: 1 ms - b.dll\n',
      [7, 5, 1, 1],
    ],
    [
      'Maven, with classes and a total',
      '[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s -- in a.ATest\n[INFO] \n[INFO] Results:\n[INFO] \n[WARNING] Tests run: 3, Failures: 0, Errors: 0, Skipped: 1\n',
      [3, 2, 0, 1],
    ],
    ['PHPUnit', 'Time: 00:00.01\n\nOK (5 tests, 9 assertions)\n', [5, 5, 0, 0]],
    ['PHPUnit, red', 'FAILURES!\nTests: 5, Assertions: 9, Failures: 1, Errors: 1, Skipped: 1.\n', [5, 2, 2, 1]],
    ['PHPUnit without tests', 'No tests executed!\n', [0, 0, 0, 0]],
    ['RSpec', 'Finished in 0.01 seconds\n5 examples, 1 failure, 2 pending\n', [5, 2, 1, 2]],
    ['RSpec without examples', '0 examples, 0 failures\n', [0, 0, 0, 0]],
    ['minitest', '5 runs, 9 assertions, 1 failures, 1 errors, 1 skips\n', [5, 2, 2, 1]],
    ['unittest', 'Ran 5 tests in 0.001s\n\nFAILED (failures=1, errors=1, skipped=1)\n', [5, 2, 2, 1]],
    ['unittest, green', 'Ran 2 tests in 0.001s\n\nOK\n', [2, 2, 0, 0]],
    ['unittest without tests', 'Ran 0 tests in 0.000s\n\nNO TESTS RAN\n', [0, 0, 0, 0]],
    ['plain TAP', plainTap, [3, 1, 1, 1]],
    ['JUnit', junit, [4, 2, 1, 1]],
    [
      'JUnit without cases',
      '<testsuite name="a" tests="5" failures="1" errors="1" skipped="1"></testsuite>',
      [5, 2, 2, 1],
    ],
    ['JUnit without a suite', '<?xml version="1.0"?>\n<testsuites/>\n', [0, 0, 0, 0]],
    ['JUnit without a suite, with numbers', '<testsuites tests="0" failures="0"></testsuites>', [0, 0, 0, 0]],
    ['Windows lines', vitest.replaceAll('\n', '\r\n'), [232, 229, 1, 2]],
  ])('%s', (_, output, [tests, passed, failed, skipped]) => {
    expect(readReport(output)).toEqual({ tests, passed, failed, skipped });
  });

  test.each([
    ['an empty output', ''],
    ['go test without -v', 'ok  \texample.com/x\t0.002s\n?   \texample.com/y\t[no test files]\n'],
    ['a build', 'ok\nbuilt in 3s\n3 files\n'],
    ['prose', 'all 12 tests passed, 0 tests failed\n'],
  ])('finds no count in %s', (_, output) => {
    expect(readReport(output)).toBeNull();
  });
});

describe('Z2 a test command without an executed test', () => {
  const none = { tests: 0, passed: 0, failed: 0, skipped: 0 };
  test.each([
    ['npm test', none, true],
    ['npm test', { ...none, tests: 2, skipped: 2 }, true],
    ['npm test', { ...none, tests: 1, failed: 1 }, false],
    ['npm test', null, false],
    ['npm run build', none, false],
  ])('%s with %j is red: %s', (command, count, expected) => {
    expect(hasNoExecutedTest(command, count)).toBe(expected);
  });

  test.each([
    'npm test',
    'npm run test:unit',
    'npx vitest run',
    'go test ./...',
    'python -m pytest',
    'node --test',
    'make test',
  ])('%s is a test command', (command) => expect(isTestCommand(command)).toBe(true));
  test.each(['npm run lint', 'tsc', 'make latest', 'echo contest'])('%s is not a test command', (command) =>
    expect(isTestCommand(command)).toBe(false),
  );
});

test.each([
  '\n',
  '1',
  '<testcase>',
  '<!--',
  '<![CDATA[',
  'ok ',
  '1 passed, ',
  '# tests 1\n',
  'Tests  1',
  '1..1\n',
  '\t',
])('reads a megabyte of %j quickly', (piece) => {
  const began = process.cpuUsage(); // not the wall clock: the machine may be busy
  readReport(`<testsuite>${piece.repeat(1_000_000 / piece.length)}`);
  readReport(`${piece.repeat(1_000_000 / piece.length)}`);
  expect(process.cpuUsage(began).user).toBeLessThan(2_000_000);
});

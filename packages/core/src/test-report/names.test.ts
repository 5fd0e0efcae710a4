import { describe, expect, test } from 'vitest';
import { readTestNames } from './names.ts';

const tap = `TAP version 13
# Subtest: one
ok 1 - one
  ---
  ...
# Subtest: two
ok 2 - two # SKIP
# Subtest: s
    ok 1 - in
    not ok 2 - in2
    1..2
not ok 3 - s
1..3
# tests 4
`;

describe('the names of executed tests', () => {
  test.each<[string, string, readonly string[]]>([
    ['TAP', tap, ['in', 'in#', 'one', 's']],
    ['node', '✔ one (1.6ms)\n﹣ two (0.1ms) # SKIP\n▶ s\n  ✔ in (0.2ms)\n✔ s (1ms)\nℹ tests 3\n', ['in', 'one', 's']],
    ['mocha', '  sum\n    ✔ adds\n    ✓ adds 2 (12ms)\n\n  2 passing (3ms)\n', ['adds', 'adds #']],
    ['N4 numbered tests', '✔ case 1 (1ms)\n✔ case 2 (1ms)\nℹ tests 2\n', ['case #', 'case #']],
    ['vitest', ' ✓ src/a.test.ts > sum > adds 2ms\n ✓ src/a.test.ts (1 test) 2ms\n', ['sum > adds']],
    ['pytest', 'tests/test_a.py::test_one PASSED [ 50%]\ntests/test_a.py::test_two SKIPPED\n', ['test_one']],
    [
      'go',
      '=== RUN   TestSum\n--- PASS: TestSum (0.00s)\n    --- PASS: TestSum/adds (0.00s)\n',
      ['TestSum', 'TestSum/adds'],
    ],
    ['cargo', 'test tests::adds ... ok\ntest tests::slow ... ignored\n', ['tests::adds']],
    [
      'JUnit',
      '<testsuite><testcase name="a &lt; b" classname="x"/><testcase name="c"><skipped/></testcase></testsuite>',
      ['a < b'],
    ],
  ])('%s', (_, output, names) => {
    expect(readTestNames(output)).toMatchObject({ tests: names, isListed: true });
  });

  test('N2 a file without a test is no test', () => {
    expect(readTestNames('TAP version 13\nok 1 - /tmp/x/test/b.test.js\n1..1\n')).toMatchObject({
      tests: [],
      isListed: true,
    });
    expect(readTestNames('✔ /tmp/x/test/b.test.js (247.5ms)\nℹ tests 1\n')).toMatchObject({
      tests: [],
      isListed: true,
    });
  });

  test.each<[string, string, readonly string[]]>([
    [
      'vitest',
      ' ✓ src/a.test.ts (2 tests) 3ms\n ❯ src/b.test.ts (1 test | 1 failed) 3ms\n',
      ['a.test.ts', 'b.test.ts'],
    ],
    ['jest', 'PASS src/a.test.js\nPASS src/b.test.js (5.1 s)\n', ['a.test.js', 'b.test.js']],
    ['pytest', 'tests/test_a.py ..F  [ 50%]\n', ['test_a.py']],
    ['go', 'ok  \texample.com/sum\t0.01s\n', ['sum']],
  ])('N1 %s lists files', (_, output, files) => {
    expect(readTestNames(output)).toMatchObject({ tests: [], files, isListed: false });
  });

  test('other output has none', () => {
    expect(readTestNames('compiled in 3ms\n')).toEqual({ tests: [], files: [], isListed: false });
  });
});

import { describe, expect, test } from 'vitest';
import { readTestNames } from '../test-report/names.ts';
import { type ChangedTestFile, compareTests, type ExecutedTests } from './lost-tests.ts';

const ran = (...names: readonly string[]): ExecutedTests => ({
  names: readTestNames(['TAP version 13', ...names.map((name, n) => `ok ${n + 1} - ${name}`), '1..1'].join('\n')),
  count: names.length,
});
const counted = (count: number | null, output = ''): ExecutedTests => ({ names: readTestNames(output), count });
const titles = (...names: readonly string[]) => names.map((name) => `test('${name}', () => {});\n`).join('');
const file = (before: string, after: string | null, isAllowed = false): ChangedTestFile => ({
  path: 'a.test.js',
  newPath: 'a.test.js',
  before,
  after,
  isAllowed,
});

describe('tests of the base', () => {
  test.each<[string, ExecutedTests, ExecutedTests, readonly ChangedTestFile[], object]>([
    ['all ran', ran('a1', 'b'), ran('a1', 'b', 'c'), [], { base: 2, lost: 0, isNone: false }],
    ['T2 none ran, and the file counts as one test', ran('one'), ran('/x/a.test.js'), [], { lost: 1, isNone: true }],
    ['T2 none ran beside new tests', ran('one', 'two'), ran('new'), [], { lost: 2, isNone: true }],
    ['T1 one did not run', ran('one', 'two'), ran('one'), [], { lost: 1, names: ['two'], isNone: false }],
    [
      'T1 one did not run although its text is unchanged',
      ran('one', 'two'),
      ran('one', 'new'),
      [file(titles('one', 'two'), `${titles('one')}if (false) ${titles('two')}${titles('new')}`)],
      { lost: 1, names: ['two'] },
    ],
    [
      'T3 one was renamed',
      ran('one', 'two'),
      ran('one', 'zwei'),
      [file(titles('one', 'two'), titles('one', 'zwei'))],
      { lost: 0 },
    ],
    [
      'T3 a new name excuses one test only',
      ran('one', 'two'),
      ran('new'),
      [file(titles('one', 'two'), titles('new'))],
      { lost: 1, isNone: false },
    ],
    ['T4 a person allowed the deletion', ran('one', 'two'), ran('one'), [file(titles('two'), null, true)], { lost: 0 }],
    [
      'T4 consent to one file covers no test of another',
      ran('one', 'two'),
      ran('new'),
      [file(titles('two'), null, true)],
      { lost: 1, names: ['one'] },
    ],
    [
      'T7 one of three numbered tests ran',
      ran('case 1', 'case 2', 'case 3'),
      ran('case 1'),
      [file('for (const n of all) test(name(n));\n', 'for (const n of one) test(name(n));\n')],
      { base: 3, lost: 2, names: ['case #', 'case #'], isNone: false },
    ],
    ['T7 other numbers and one test more', ran('case 1', 'case 2'), ran('case 7', 'case 8', 'case 9'), [], { lost: 0 }],
    [
      'T7 a test was renamed to a numbered name that exists',
      ran('case 1', 'two'),
      ran('case 1', 'case 2'),
      [file(titles('case 1', 'two'), titles('case 1', 'case 2'))],
      { lost: 0 },
    ],
    ['T5 fewer ran, by number', counted(3), counted(2), [], { base: 3, lost: 1, isNone: false }],
    ['T5 none ran, by number', counted(3), counted(0), [], { lost: 3, isNone: true }],
    ['T5 as many ran, by number', counted(3), counted(4), [], { lost: 0 }],
    ['T5 the base is unknown', counted(null), counted(2), [], { base: null, lost: 0, isNone: false }],
    ['T6 the change prints no result', counted(3), counted(null), [], { lost: 3, isNone: true }],
    ['T6 the change prints no name', ran('one'), counted(null), [], { lost: 1, names: ['one'], isNone: true }],
    [
      'T1 a file did not run beside a new one',
      counted(2, 'PASS a.test.js\nPASS b.test.js\n'),
      counted(2, 'PASS a.test.js\nPASS new.test.js\n'),
      [],
      { lost: 1, names: ['b.test.js'], isNone: false },
    ],
  ])('%s', (_, base, change, files, expected) => {
    expect(compareTests(base, change, files)).toMatchObject(expected);
  });
});

import { describe, expect, test } from 'vitest';
import { readStrykerReport } from './stryker-report.ts';

const source = `export function discount(total, percent) {
  if (percent > 100) throw new RangeError('too much');
  return total - (total * percent) / 100;
}
`;
const at = (line: number, column: number, to: number, last = line) => ({
  start: { line, column },
  end: { line: last, column: to },
});
const mutant = (mutatorName: string, replacement: string, status: string, location: object) => ({
  id: '1',
  mutatorName,
  replacement,
  status,
  statusReason: 'killed by a test',
  testsCompleted: 1,
  killedBy: ['0'],
  location,
});
const condition = at(2, 7, 20);
/** As version 9.6 writes it. */
const mutants = [
  mutant('BlockStatement', '{}', 'Killed', at(1, 42, 2, 4)),
  mutant('ConditionalExpression', 'true', 'Timeout', condition),
  mutant('ConditionalExpression', 'false', 'Survived', condition),
  mutant('EqualityOperator', 'percent >= 100', 'NoCoverage', condition),
  mutant('StringLiteral', '""', 'Survived', at(2, 43, 53)),
  mutant('ArithmeticOperator', 'total + total * percent / 100', 'Killed', at(3, 10, 41)),
  mutant('ArithmeticOperator', 'total / percent', 'CompileError', at(3, 19, 34)),
  mutant('ArithmeticOperator', 'x', 'Ignored', at(3, 19, 34)),
];
const report = (rows: readonly unknown[] = mutants, path = 'src/a.js') =>
  JSON.stringify({
    schemaVersion: '1.0',
    thresholds: { high: 80, low: 60, break: null },
    files: { [path]: { language: 'javascript', source, mutants: rows } },
  });
const asked = [{ path: 'src/a.js', from: 1, to: 4 }];
const read = (text: string, count = 12, ranges = asked) => readStrykerReport(text, ranges, count);

test('Y3 killed mutants and timeouts were noticed; the others that were tested survived', () => {
  expect(read(report())).toEqual({
    tried: 6,
    survivors: [
      'src/a.js:2: percent > 100 → false',
      'src/a.js:2: percent > 100 → percent >= 100',
      'src/a.js:2: \'too much\' → ""',
    ],
  });
});

test('Y2 considers at most `count` mutants, on the asked lines only, and texts and blocks last', () => {
  expect(read(report(), 2)).toMatchObject({ tried: 2 });
  expect(read(report(), 12, [{ path: 'src/a.js', from: 3, to: 3 }])).toEqual({ tried: 1, survivors: [] });
  expect(read(report(), 12, [{ path: 'src/b.js', from: 1, to: 9 }])).toBeNull();
  expect(read(report(mutants.slice(0, 5)), 3)?.survivors.join()).not.toContain('too much');
});

describe('Y1 hostile reports', () => {
  const [first] = mutants;
  test.each([
    ['an empty one', ''],
    ['half of one', report().slice(0, 200)],
    ['no object', '[]'],
    ['another form', '{"files":[]}'],
    ['files that are no files', '{"files":{"src/a.js":1}}'],
    ['an unknown status', report([{ ...first, status: 'Fine' }])],
    ['an open mutant', report([{ ...first, status: 'Pending' }])],
    ['no replacement', report([{ ...first, replacement: undefined }])],
    ['a line below one', report([{ ...first, location: at(0, 1, 1) }])],
    ['a column without end', report([{ ...first, location: at(1, 1e308, 1) }])],
    ['no mutant', report([])],
    ['very many mutants', report(Array.from({ length: 10_001 }, () => first))],
    ['a name of the prototype', '{"files":{"__proto__":{"source":"","mutants":[]}}}'],
  ])('%s is not read', (_, text) => expect(read(text)).toBeNull());

  test('places outside of the source, and long texts, give short lines', () => {
    const long = mutant('x', `a\n\u0000${'b'.repeat(500)}`, 'Survived', at(2, 9_999, 99_999));
    const [line = ''] = read(report([long]))?.survivors ?? [];
    expect(line).toMatch(/^src\/a\.js:2: /);
    expect(line).not.toContain('\n');
    expect(line.length).toBeLessThan(120);
  });
});

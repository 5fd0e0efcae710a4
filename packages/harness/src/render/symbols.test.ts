import { expect, test } from 'vitest';
import { createColours, withSymbol } from './symbols.ts';

const plain = createColours(false);
const coloured = createColours(true);

test.each([
  ['a line has the sign of its mark', 'warn', 'careful', '! careful'],
  [
    'a tick that the words begin with is the sign, and none stands before it',
    'plain',
    '✓ 2 proposals',
    '✓ 2 proposals',
  ],
  ['so is a cross', 'plain', '✗ FAIL L3', '✗ FAIL L3'],
  ['words that are set in belong to the line above and have none', 'plain', '  Mode : single', '    Mode : single'],
  ['a tick within the words is no sign', 'plain', '[harness] ✓ QA PASS', '· [harness] ✓ QA PASS'],
] as const)('%s', (_, mark, words, told) => {
  expect(withSymbol(mark, words, plain)).toBe(told);
});

test('a sign is coloured by what it says, the words are not', () => {
  expect(withSymbol('plain', '✗ FAIL', coloured)).toBe(`${coloured.bad('✗')} FAIL`);
  expect(withSymbol('good', 'fine', coloured)).toBe(`${coloured.good('✓')} fine`);
});

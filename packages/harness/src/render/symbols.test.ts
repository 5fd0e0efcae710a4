import { expect, test } from 'vitest';
import { createColours, withSymbol } from './symbols.ts';

const plain = createColours(false);
const coloured = createColours(true);

test.each([
  ['a line has the symbol of its mark', 'warn', 'careful', '! careful'],
  ['a leading tick is the symbol, and no other is added', 'plain', '✓ 2 proposals', '✓ 2 proposals'],
  ['a leading cross is the symbol', 'plain', '✗ FAIL L3', '✗ FAIL L3'],
  ['indented text continues the line above and has no symbol', 'plain', '  Mode : single', '    Mode : single'],
  ['a tick within the text is no symbol', 'plain', '[harness] ✓ QA PASS', '· [harness] ✓ QA PASS'],
] as const)('%s', (_, mark, words, expected) => {
  expect(withSymbol(mark, words, plain)).toBe(expected);
});

test('colours the symbol by its meaning, and not the text', () => {
  expect(withSymbol('plain', '✗ FAIL', coloured)).toBe(`${coloured.bad('✗')} FAIL`);
  expect(withSymbol('good', 'fine', coloured)).toBe(`${coloured.good('✓')} fine`);
});

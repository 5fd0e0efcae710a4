import { expect, test } from 'vitest';
import { suggestWord } from './suggest.ts';

test.each([
  ['modle', 'model'],
  ['nmae', 'name'],
  ['plandir', 'planDir'],
  ['maxReviewPass', 'maxReviewPasses'],
  ['colour', undefined],
  ['', undefined],
])('%j was probably meant as %j', (word, meant) => {
  expect(suggestWord(word, ['model', 'name', 'planDir', 'maxReviewPasses'])).toBe(meant);
});

test('nothing is near where there is nothing', () => {
  expect(suggestWord('x', [])).toBeUndefined();
});

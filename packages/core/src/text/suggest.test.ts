import { expect, test } from 'vitest';
import { suggestWord } from './suggest.ts';

test.each([
  ['modle', 'model'],
  ['nmae', 'name'],
  ['plandir', 'planDir'],
  ['maxReviewPass', 'maxReviewPasses'],
  ['colour', undefined],
  ['', undefined],
])('suggests for %j: %j', (word, meant) => {
  expect(suggestWord(word, ['model', 'name', 'planDir', 'maxReviewPasses'])).toBe(meant);
});

test('suggests nothing without known words', () => {
  expect(suggestWord('x', [])).toBeUndefined();
});

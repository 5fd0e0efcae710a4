import { expect, test } from 'vitest';
import { nearest } from './nearest.ts';

test.each([
  ['modle', 'model'],
  ['nmae', 'name'],
  ['plandir', 'planDir'],
  ['maxReviewPass', 'maxReviewPasses'],
  ['colour', undefined],
  ['', undefined],
])('%j was probably meant as %j', (word, meant) => {
  expect(nearest(word, ['model', 'name', 'planDir', 'maxReviewPasses'])).toBe(meant);
});

test('nothing is near where there is nothing', () => {
  expect(nearest('x', [])).toBeUndefined();
});

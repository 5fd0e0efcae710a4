import { expect, test } from 'vitest';
import { estimatedTokens } from './tokens.ts';

test.each([
  ['an empty text', '', 0],
  ['a letter', 'a', 1],
  ['four letters', 'four', 1],
  ['five letters', 'fives', 2],
  ['a Korean word, with one token per syllable', '로그인', 3],
  ['an emoji', '🙂', 1],
])('%s', (_, text, tokens) => {
  expect(estimatedTokens(text)).toBe(tokens);
});

import { expect, test } from 'vitest';
import { estimatedTokens } from './tokens.ts';

test.each([
  ['nothing', '', 0],
  ['a letter', 'a', 1],
  ['four letters', 'four', 1],
  ['five letters', 'fives', 2],
  ['a word in Korean, which is more tokens than letters say', '로그인', 3],
  ['a picture', '🙂', 1],
])('%s', (_, text, tokens) => {
  expect(estimatedTokens(text)).toBe(tokens);
});

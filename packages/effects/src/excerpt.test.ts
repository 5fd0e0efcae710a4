import { expect, test } from 'vitest';
import { excerpt } from './excerpt.ts';

test('keeps a text that fits', () => {
  expect(excerpt('äöü', 6)).toBe('äöü');
});

test('keeps both ends of a text that is too long and says how much is missing', () => {
  expect(excerpt(`begin${'x'.repeat(1_000)}end`, 10)).toBe('begin\n[… 998 bytes left out …]\nxxend');
});

test('never splits a character', () => {
  const cut = excerpt('😀'.repeat(100), 11);
  expect(cut).toBe('😀\n[… 390 bytes left out …]\n😀');
});

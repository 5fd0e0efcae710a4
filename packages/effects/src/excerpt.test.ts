import { expect, test } from 'vitest';
import { excerpt } from './excerpt.ts';

test('a text that fits stays as it is', () => {
  expect(excerpt('äöü', 6)).toBe('äöü');
});

test('of a text that is too long both ends stay, and the cut says how much is missing', () => {
  expect(excerpt(`begin${'x'.repeat(1_000)}end`, 10)).toBe('begin\n[… 998 bytes left out …]\nxxend');
});

test('a character is never cut in half', () => {
  const cut = excerpt('😀'.repeat(100), 11);
  expect(cut).toBe('😀\n[… 390 bytes left out …]\n😀');
});

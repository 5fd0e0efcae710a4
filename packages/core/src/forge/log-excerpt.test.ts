import { expect, test } from 'vitest';
import { logExcerpt } from './log-excerpt.ts';

const at = (text: string) => `2026-01-01T00:00:00.1234567Z ${text}`;

test('the last error and what was said before it, without the times', () => {
  const log = ['npm test', '1 failed', '##[error]Process completed with exit code 1.', 'Post job cleanup.']
    .map(at)
    .join('\r\n');
  expect(logExcerpt(`\uFEFF${log}`, 1_000)).toBe('npm test\n1 failed\n##[error]Process completed with exit code 1.');
});

test('of a long one the end, and of one without an error all of it', () => {
  expect(logExcerpt('abcdef', 3)).toBe('…def');
  expect(logExcerpt('a\nb\n\n', 9)).toBe('a\nb');
});

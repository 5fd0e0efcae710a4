import { expect, test } from 'vitest';
import { logExcerpt } from './log-excerpt.ts';

const at = (text: string) => `2026-01-01T00:00:00.1234567Z ${text}`;

test('returns the log up to the last error, without times', () => {
  const log = ['npm test', '1 failed', '##[error]Process completed with exit code 1.', 'Post job cleanup.']
    .map(at)
    .join('\r\n');
  expect(logExcerpt(`\uFEFF${log}`, 1_000)).toBe('npm test\n1 failed\n##[error]Process completed with exit code 1.');
});

test('returns the end of a long log, and the whole log if it has no error', () => {
  expect(logExcerpt('abcdef', 3)).toBe('…def');
  expect(logExcerpt('a\nb\n\n', 9)).toBe('a\nb');
});

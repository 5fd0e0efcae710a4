import { expect, test } from 'vitest';
import { installCommandFor, lastOutputLine } from './dependencies.ts';

test.each([
  ['package-lock.json', '{}', 'npm ci --no-audit --no-fund'],
  ['npm-shrinkwrap.json', '{}', 'npm ci --no-audit --no-fund'],
  ['pnpm-lock.yaml', 'lockfileVersion: 9', 'pnpm install --frozen-lockfile'],
  ['yarn.lock', '# yarn lockfile v1\n', 'yarn install --frozen-lockfile'],
  ['yarn.lock', '__metadata:\n  version: 8\n', 'yarn install --immutable'],
  ['bun.lock', '{}', 'bun install --frozen-lockfile'],
  ['composer.lock', '{}', null],
])('installs exactly the contents of %s', (lock, text, command) => {
  expect(installCommandFor([{ lock, text }])).toBe(command);
});

test('uses the first known lock file, and returns null without one', () => {
  const locks = [
    { lock: 'yarn.lock', text: '# yarn lockfile v1' },
    { lock: 'package-lock.json', text: '{}' },
  ];
  expect(installCommandFor(locks)).toBe('npm ci --no-audit --no-fund');
  expect(installCommandFor([])).toBeNull();
});

test('joins the last lines of an output, at most 300 characters', () => {
  expect(lastOutputLine('npm error code E404\n  npm error 404 Not Found\n\n')).toBe(
    'npm error code E404; npm error 404 Not Found',
  );
  expect(lastOutputLine('x'.repeat(1_000))).toHaveLength(300);
});

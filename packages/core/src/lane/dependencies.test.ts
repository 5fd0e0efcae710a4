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
])('what %s asks for is installed exactly as it is named there', (lock, text, command) => {
  expect(installCommandFor([{ lock, text }])).toBe(command);
});

test('of several lock files the first that says how is followed, and of none nothing', () => {
  const locks = [
    { lock: 'yarn.lock', text: '# yarn lockfile v1' },
    { lock: 'package-lock.json', text: '{}' },
  ];
  expect(installCommandFor(locks)).toBe('npm ci --no-audit --no-fund');
  expect(installCommandFor([])).toBeNull();
});

test('the last words of a command are one line of bearable length', () => {
  expect(lastOutputLine('npm error code E404\n  npm error 404 Not Found\n\n')).toBe(
    'npm error code E404; npm error 404 Not Found',
  );
  expect(lastOutputLine('x'.repeat(1_000))).toHaveLength(300);
});

import { expect, test } from 'vitest';
import { isInstallInput, runsRepositoryCode } from './install-inputs.ts';

test.each([
  ['package.json', '{ "scripts": { "test": "node --test", "build": "tsc" } }', false],
  ['package.json', '{}', false],
  ['packages/a/package.json', '{ "scripts": { "postinstall": "node plant.js" } }', true],
  ['package.json', '{ "scripts": { "prepare": "husky" } }', true],
  ['package.json', '{ "scripts": { "preinstall": "x" } }', true],
  ['package.json', 'no json', true],
  ['.pnpmfile.cjs', '', true],
  ['.yarnrc.yml', 'yarnPath: .yarn/releases/yarn.cjs', true],
  ['.npmrc', 'ignore-scripts=false', false],
])('%s with %s: code of the repository runs: %s', (path, text, expected) => {
  expect(isInstallInput(path)).toBe(true);
  expect(runsRepositoryCode(path, text)).toBe(expected);
});

test('other files do not change an installation', () => {
  expect(isInstallInput('src/package.json.ts')).toBe(false);
  expect(isInstallInput('README.md')).toBe(false);
});

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
  ['.npmrc', '# ours\n@a:registry=https://a.b/\r\n//a.b/:_authToken=x\nengine-strict\n', false],
  ['.npmrc', 'registry=https://a.b/\nnode-options=--require ./plant.js', true],
  ['.npmrc', 'script-shell=./plant.sh', true],
  ['binding.gyp', '{}', true],
  ['packages/a/binding.gyp', '{}', true],
  ['bunfig.toml', 'preload = ["./plant.ts"]', true],
  ['pnpm-workspace.yaml', '# all\npackages:\n  - "a/*"\ncatalog:\n  b: ^1.0.0\n', false],
  ['pnpm-workspace.yaml', 'packages:\n- a\npnpmfile: plant.cjs\n', true],
  ['pnpm-workspace.yaml', '  pnpmfile: plant.cjs\n', true],
  ['pnpm-workspace.yaml', '{ "scriptShell": "./plant.sh" }', true],
  ['package.json', '{ "scripts": { "pnpm:devPreinstall": "x" } }', true],
  ['package.json', '{ "devDependencies": { "a": "~1.0.0", "b": "workspace:*", "c": "npm:d@1" } }', false],
  ['package.json', '{ "dependencies": { "a": "file:./a" } }', true],
  ['Gemfile', 'gem "a"', false],
])('%s with %s: code of the repository runs: %s', (path, text, expected) => {
  expect(isInstallInput(path)).toBe(true);
  expect(runsRepositoryCode(path, text)).toBe(expected);
});

test('other files do not change an installation', () => {
  expect(isInstallInput('src/package.json.ts')).toBe(false);
  expect(isInstallInput('README.md')).toBe(false);
});

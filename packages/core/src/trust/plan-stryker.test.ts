import { describe, expect, test } from 'vitest';
import { planStryker, type StrykerInput, strykerReport } from './plan-stryker.ts';
import type { MutatedFile } from './select-mutants.ts';

const manifest = JSON.stringify({ devDependencies: { '@stryker-mutator/core': '^9.6.0' } });
const touched = (path: string, after: string, before: string | null = null) => ({
  path,
  newPath: path,
  before,
  after,
});
const file = (path: string, lines: readonly number[]): MutatedFile => ({
  path,
  lines: new Set(lines),
  facts: { mutants: lines.map((line) => ({ kind: 'number', start: line, end: line + 1, text: '1', line, was: '0' })) },
});
const input: StrykerInput = {
  kind: null,
  touched: [touched('src/a.js', 'export const a = 1;\n')],
  base: new Map([['package.json', manifest]]),
  mutated: [file('src/a.js', [1, 2, 5])],
  change: { from: 'change', remove: ['src/b.test.js'], take: [], write: [{ path: 'src/a.js', text: 'commented' }] },
  command: 'node --test',
  count: 12,
};
const plan = (more: Partial<StrykerInput>) => planStryker({ ...input, ...more });
const configOf = (more: Partial<StrykerInput>) => {
  const planned = plan(more);
  const [config] = planned !== null && 'variant' in planned ? planned.variant.write : [];
  return config;
};
const withConfig = (name: string, text: string) => ({ base: new Map([...input.base, [name, text]]) });

test('K1 runs on the added lines, with the tests concerned and the command of the proof', () => {
  const planned = plan({});
  expect(planned).toMatchObject({
    command: 'node_modules/.bin/stryker run stryker.harness.json',
    ranges: [
      { path: 'src/a.js', from: 1, to: 2 },
      { path: 'src/a.js', from: 5, to: 5 },
    ],
    variant: { from: 'change', remove: ['src/b.test.js', strykerReport], take: [] },
  });
  expect(JSON.parse(configOf({})?.text ?? '')).toMatchObject({
    testRunner: 'command',
    commandRunner: { command: 'node --test' },
    mutate: ['src/a.js:1-2', 'src/a.js:5-5'],
    reporters: ['json'],
    jsonReporter: { fileName: strykerReport },
  });
});

test('is not planned if the base does not name it, or no line can be mutated', () => {
  for (const text of [
    '',
    '{',
    'null',
    '[]',
    '{"devDependencies":{"stryker":"1"}}',
    '{"devDependencies":"@stryker-mutator/core"}',
  ])
    expect(plan({ base: new Map([['package.json', text]]) })).toBeNull();
  expect(plan({ base: new Map() })).toBeNull();
  expect(plan({ mutated: [] })).toBeNull();
  expect(plan({ count: 0 })).toBeNull();
});

describe('K1 the configuration of the base', () => {
  test('is kept, but not its reporters, files and limits', () => {
    const text = JSON.stringify({
      testRunner: 'vitest',
      mutate: ['**/*.js'],
      reporters: ['dashboard'],
      thresholds: { break: 99 },
      incremental: true,
    });
    expect(JSON.parse(configOf(withConfig('stryker.conf.json', text))?.text ?? '')).toMatchObject({
      testRunner: 'vitest',
      mutate: ['src/a.js:1-2', 'src/a.js:5-5'],
      reporters: ['json'],
      thresholds: { break: null },
      incremental: false,
    });
    expect(configOf(withConfig('stryker.conf.json', text))?.text).not.toContain('commandRunner');
  });
  test('is imported if it is JavaScript', () => {
    const config = configOf(withConfig('.stryker.config.mjs', "export default { testRunner: 'vitest' };\n"));
    expect(config).toMatchObject({
      path: 'stryker.harness.mjs',
      text: expect.stringContaining('"./.stryker.config.mjs"'),
    });
  });
  test.each([
    ['stryker.conf.json', '{'],
    ['stryker.conf.json', '[]'],
    ['stryker.conf.js', "import own from './own.js';\nexport default own;\n"],
    ['stryker.conf.cjs', "module.exports = require('../own');\n"],
    ['stryker.conf.mjs', "export default await import('./own.js');\n"],
    ['stryker.conf.mjs', 'export default await import(name);\n'],
  ])('is not used if it cannot be read alone: %s %s', (name, text) =>
    expect(plan(withConfig(name, text))).toEqual({ problem: 'configuration' }),
  );
  test('replaces that of the change, and one that the change adds is removed', () => {
    const configs = ['stryker.conf.json', '.stryker.config.mjs'].map((name) => touched(name, '{"testRunner":"x"}'));
    expect(plan({ touched: [...input.touched, ...configs] })).toMatchObject({
      variant: { take: ['stryker.conf.json', '.stryker.config.mjs'] },
    });
  });
});

test.each([
  'package.json',
  'package-lock.json',
  'packages/x/package.json',
  'node_modules/@stryker-mutator/core/bin/stryker.js',
  'packages/x/node_modules/a/index.js',
  '.npmrc',
  '.yarnrc.yml',
  '.yarn/plugins/x.cjs',
  '.pnpmfile.cjs',
  '.pnp.cjs',
])('K2 is not used if the change touches %s', (path) =>
  expect(plan({ touched: [...input.touched, touched(path, '')] })).toEqual({ problem: 'packages' }),
);

test.each([
  ['src/a.js', 'if (globalThis.__stryker__) throw new Error();\n'],
  ['src/a.test.js', 'if (process.env.__STRYKER_ACTIVE_MUTANT__ !== undefined) process.exit(1);\n'],
  ['src/a.js', '// Stryker disable all\n'],
  ['src/a.test.js', 'if (String(discount).includes("stryMutAct")) process.exit(1);\n'],
  ['stryker.harness.json', '{}'],
  ['stryker.harness.json/x', ''],
])('K3 is not used if an added line of %s names it', (path, text) =>
  expect(plan({ touched: [touched(path, text)] })).toEqual({ problem: 'named' }),
);

test('K3 a line of the base may name it', () => {
  const text = '// Stryker disable next-line all\nexport const a = 1;\n';
  expect(plan({ touched: [touched('src/a.js', `${text}export const b = 2;\n`, text)] })).toHaveProperty('variant');
});

test('K4 is not used for work on tests, nor for other languages', () => {
  expect(plan({ kind: 'tests' })).toEqual({ problem: 'kind' });
  expect(plan({ mutated: [...input.mutated, file('a.py', [1])] })).toEqual({ problem: 'language' });
});

test('names only lines with mutants of a large change, and no path with signs of a glob', () => {
  const lines = Array.from({ length: 90 }, (_, at) => at * 2 + 1);
  expect(plan({ mutated: [file('src/a.js', lines)], count: 4 })).toMatchObject({ ranges: { length: 4 } });
  expect(plan({ mutated: [file('src/[id].js', [1]), file('src/a.js', [1])] })).toMatchObject({
    ranges: [{ path: 'src/a.js', from: 1, to: 1 }],
  });
  expect(plan({ mutated: [file('src/{a,b}.js', [1])] })).toEqual({ problem: 'language' });
});

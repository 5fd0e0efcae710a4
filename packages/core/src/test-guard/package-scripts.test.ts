import { describe, expect, test } from 'vitest';
import { readBaseFacts } from './base-facts.ts';
import { findWeakenedTests } from './weakened-tests.ts';

const manifest = (scripts: object, more: object = {}) => JSON.stringify({ scripts, ...more });

/** Scripts that are asked about if `now` replaces the manifest at `path`. */
async function asked(check: string, files: Readonly<Record<string, string>>, path: string, now: string) {
  const texts = new Map<string, string>();
  const read = async (paths: readonly string[]) => {
    for (const each of paths) texts.set(each, files[each] ?? '');
  };
  const guards = { checks: [check] };
  const facts = await readBaseFacts({ paths: new Set(Object.keys(files)), texts, read }, guards, [path]);
  const touched = { path, newPath: path, before: files[path] ?? null, after: now };
  return findWeakenedTests([touched], guards, facts).map(({ how, detail }) => `${how} ${detail}`);
}

describe('the script of a package is part of a check', () => {
  const weaker = manifest({ test: 'true' });
  test.each([
    ...[
      'npm test -ws',
      'npm run test --ws',
      'npm test --workspaces',
      'npm test -w a',
      'npm -w=a t',
      'npm test --workspace a',
    ],
    ...['npm cit -ws', 'npm --prefix packages/a test', 'yarn --cwd packages/a test', 'pnpm --dir packages/a test'],
    ...['pnpm -r test', 'pnpm -r run test', 'pnpm --filter a test', 'pnpm -F a test', 'pnpm recursive run test'],
    ...['yarn workspaces foreach run test', 'yarn workspaces foreach -A run test', 'yarn workspace a test'],
    ...['turbo run test', 'turbo test', 'npx turbo run a#test', 'npx lerna run test --scope a', 'bun --filter a test'],
    ...['nx run-many -t test', 'nx run-many --targets=lint,test', 'nx run a:test', 'nx affected -t test', 'nx test a'],
    ...[
      'cd packages/a && node --run test',
      'cd packages/a && npm \\\n  test',
      'pushd packages/a; ./node_modules/.bin/run-s te*',
    ],
  ])('%s', async (check) => {
    const files = { 'package.json': manifest({}), 'packages/a/package.json': manifest({ test: 'node --test' }) };
    expect(await asked(check, files, 'packages/a/package.json', weaker)).toEqual(['script test']);
  });

  test('if a task of turbo or nx depends on it', async () => {
    const files = {
      'package.json': manifest({ test: 'turbo run test' }),
      'turbo.json': '{ "tasks": { "test": { "dependsOn": ["^build", "unit"] } } }',
      'packages/a/package.json': manifest({ unit: 'node --test', start: 'node .' }),
    };
    const change = (text: string) => asked('npm test', files, 'packages/a/package.json', text);
    expect(await change(manifest({ unit: 'true', start: 'node .' }))).toEqual(['script unit']);
    expect(await change(manifest({ unit: 'node --test', start: 'node x' }))).toEqual([]);
  });

  test('if wireit runs it', async () => {
    const wireit = { test: { dependencies: ['unit', { script: './packages/a:slow' }] } };
    const files = {
      'package.json': manifest({ test: 'wireit', unit: 'node --test' }, { wireit }),
      'packages/a/package.json': manifest({ slow: 'node --test' }),
    };
    const root = manifest({ test: 'wireit', unit: 'true' }, { wireit });
    expect(await asked('npm test', files, 'package.json', root)).toEqual(['script unit']);
    expect(await asked('npm test', files, 'packages/a/package.json', manifest({ slow: 'true' }))).toEqual([
      'script slow',
    ]);
  });
});

describe('a script that a pattern names is part of a check', () => {
  test.each([
    ...['run-s test:*', 'run-s "test:**"', 'run-p test:*', 'npm-run-all lint test:*', 'npm-run-all2 --parallel test:*'],
    ...[
      'concurrently "npm:test:*"',
      "conc 'pnpm:test:*'",
      'concurrently npm:test:unit',
      'npx concurrently "npm run test:*"',
    ],
    ...[
      'run-s {lint,test}:*',
      'run-s "test:{unit,slow}"',
      'run-s "test:@(unit|slow)"',
      'run-s "*"',
      'node ci.js npm:test:*',
    ],
    ...['pnpm run "/^test:.*/"', './node_modules/.bin/run-s test:*', 'npx run-s@7 test:*', 'node --run test:unit'],
  ])('%s', async (script) => {
    const scripts = { test: script, 'test:unit': 'node --test', start: 'node .' };
    const files = { 'package.json': manifest(scripts) };
    const change = (more: object) => asked('npm test', files, 'package.json', manifest({ ...scripts, ...more }));
    expect(await change({ 'test:unit': 'true' })).toEqual(['script test:unit']);
  });

  test('and other scripts are not', async () => {
    const scripts = { test: 'run-s test:*', 'test:unit': 'node --test', start: 'node .' };
    const files = { 'package.json': manifest(scripts) };
    expect(await asked('npm test', files, 'package.json', manifest({ ...scripts, start: 'node x' }))).toEqual([]);
  });

  test('also if it is new', async () => {
    const scripts = { test: 'run-s test:*', 'test:unit': 'node --test' };
    const files = { 'package.json': manifest(scripts) };
    const more = manifest({ ...scripts, 'test:a': 'cp a b', start: 'node .' });
    expect(await asked('npm test', files, 'package.json', more)).toEqual(['script test:a']);
  });
});

test.each([
  ['npm run lint -- "**/*.ts"', { lint: 'eslint', start: 'node .' }],
  ['npm test', { test: 'vitest --run start', start: 'node .' }],
  ['npm test', { test: 'prettier --check "*"', start: 'node .' }],
])('arguments of a script name no script: %s', async (check, scripts) => {
  const files = { 'package.json': manifest(scripts) };
  expect(await asked(check, files, 'package.json', manifest({ ...scripts, start: 'node x' }))).toEqual([]);
});

import { describe, expect, test } from 'vitest';
import { readBaseFacts } from './base-facts.ts';
import { findWeakenedTests, type TouchedFile } from './weakened-tests.ts';

/** Inspects changes of these paths; `read` adds only the requested texts, like the reader for git. */
async function inspect(files: Readonly<Record<string, string>>, changed: readonly string[], ...checks: string[]) {
  const texts = new Map<string, string>();
  const read = async (paths: readonly string[]) => {
    for (const path of paths) texts.set(path, files[path] ?? '');
  };
  const facts = await readBaseFacts({ paths: new Set(Object.keys(files)), texts, read }, { checks }, changed);
  const touched = changed.map(
    (path): TouchedFile => ({ path, newPath: path, before: files[path] ?? null, after: 'changed' }),
  );
  return findWeakenedTests(touched, { checks }, facts).map(({ file, how }) => `${file} ${how}`);
}

describe('V3 a change to a file that a check runs through another', () => {
  test.each<[string, Readonly<Record<string, string>>, string, string]>([
    [
      'a script of package.json',
      { 'package.json': '{"scripts":{"test":"npm run unit","unit":"node ci/unit.mjs"}}', 'ci/unit.mjs': 'x' },
      'ci/unit.mjs',
      'npm test',
    ],
    ['a recipe', { Makefile: 'test:\n\tpython3 ci/unit.py\n', 'ci/unit.py': 'x' }, 'ci/unit.py', 'make test'],
    [
      'an include of make',
      { Makefile: 'include mk/rules.mk\n', 'mk/rules.mk': 'test:\n\tgo test\n' },
      'mk/rules.mk',
      'make test',
    ],
    ['an include with a pattern', { Makefile: '-include mk/*.mk\n', 'mk/rules.mk': 'x' }, 'mk/rules.mk', 'make'],
    ['an include with a variable', { Makefile: 'include $(MK)/rules.mk\n', 'mk/rules.mk': 'x' }, 'mk/rules.mk', 'make'],
    ['an include of an include', { Makefile: 'include a.mk\n', 'a.mk': 'include b.mk\n', 'b.mk': 'x' }, 'b.mk', 'make'],
    [
      'a shell script beside another',
      { 'ci/all.sh': '. "$(dirname "$0")/lib.sh"\n', 'ci/lib.sh': 'x' },
      'ci/lib.sh',
      'sh ci/all.sh',
    ],
    [
      'a script that starts another',
      { 'ci/all.mjs': "execFileSync('node', ['ci/unit.mjs']);", 'ci/unit.mjs': 'x' },
      'ci/unit.mjs',
      'node ci/all.mjs',
    ],
    [
      'a set-up file of jest',
      { 'package.json': '{"jest":{"setupFiles":["<rootDir>/ci/start.js"]}}', 'ci/start.js': 'x' },
      'ci/start.js',
      'jest',
    ],
  ])('%s', async (_, files, path, check) => {
    expect(await inspect(files, [path], check)).toEqual([`${path} command`]);
  });

  test('an optional include that does not exist yet', async () => {
    expect(await inspect({ Makefile: '-include local.mk\n' }, ['local.mk'], 'make')).toEqual(['local.mk command']);
  });

  test('a script of package.json that only a recipe runs', async () => {
    const files = { Makefile: 'test:\n\tnpm run unit\n', 'package.json': '{"scripts":{"unit":"jest"}}' };
    expect(await inspect(files, ['package.json'], 'make test')).toContain('package.json script');
  });
});

describe('V3 a helper of the tests', () => {
  const sum = 'export const sum = (a, b) => a + b;';
  const unit = (...imports: string[]) => imports.map((path) => `import { x } from '${path}';`).join('\n');

  test.each<[string, Readonly<Record<string, string>>, string]>([
    [
      'with assertions',
      { 'lib/same.js': "import assert from 'node:assert';", 'test/a.test.js': unit('../lib/same.js') },
      'lib/same.js',
    ],
    [
      'that throws',
      {
        'lib/same.js': 'export function same(a, b) { if (a !== b) throw new Error(); }',
        'a.test.js': unit('./lib/same.js'),
      },
      'lib/same.js',
    ],
    ['by its name', { 'src/test-helpers.js': sum, 'src/a.test.js': unit('./test-helpers') }, 'src/test-helpers.js'],
    ['beside the tests', { 'test/same.js': sum, 'test/a.test.js': unit('./same.js') }, 'test/same.js'],
    [
      'of another helper',
      { 'lib/expect.js': unit('./checks.js'), 'lib/checks.js': sum, 'a.test.js': unit('./lib/expect.js') },
      'lib/checks.js',
    ],
    ['of TypeScript', { 'src/assertSum.ts': sum, 'src/a.test.ts': unit('./assertSum.js') }, 'src/assertSum.ts'],
    [
      'of Python',
      {
        'helpers/compare.py': 'def same(a, b):\n    assert a == b\n',
        'tests/test_a.py': 'from helpers.compare import same\n',
      },
      'helpers/compare.py',
    ],
    ['of a script', { 'ci/x.mjs': unit('./assert.mjs'), 'ci/assert.mjs': sum }, 'ci/assert.mjs'],
  ])('%s is asked about', async (_, files, path) => {
    expect(await inspect(files, [path], 'npm test', 'node ci/x.mjs')).toEqual([`${path} helper`]);
  });

  test.each<[string, Readonly<Record<string, string>>, string]>([
    ['code that only tests import', { 'src/sum.js': sum, 'test/a.test.js': unit('../src/sum.js') }, 'src/sum.js'],
    ['code that a script of a check imports', { 'sum.js': sum, 'ci/x.mjs': unit('../sum.js') }, 'sum.js'],
    [
      'a helper that the product imports',
      { 'src/helpers.js': sum, 'src/main.js': unit('./helpers.js'), 'a.test.js': unit('./src/helpers.js') },
      'src/helpers.js',
    ],
    [
      'an entry point',
      { 'package.json': '{"main":"./check.js"}', 'check.js': sum, 'a.test.js': unit('./check.js') },
      'check.js',
    ],
    ['a helper that no test imports', { 'src/helpers.js': sum }, 'src/helpers.js'],
  ])('%s is product code', async (_, files, path) => {
    expect(await inspect(files, [path], 'npm test', 'node ci/x.mjs')).toEqual([]);
  });
});

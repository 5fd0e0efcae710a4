/** Tests the reports of real runners. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  goodTest,
  hasPytest,
  linkPackages,
  modes,
  rows,
  setUpListedCheck,
  vitestFiles,
  vitestRows,
} from '../testing/listed-check.ts';

const nodeTests = `const { test, describe, it, before } = require('node:test');
test('one', () => {});
test('two', { skip: 'why' }, () => {});
test.todo('three');
describe('s', () => { it('in', () => {}); describe('s', () => { it('in', () => {}); it('fails', () => { throw 1; }); }); });
test('parent', async (t) => { await t.test('child', () => {}); });
describe('hook', () => { before(() => { throw new Error('before'); }); it('never', () => {}); });
`;
const nodeRows = [
  '+ one (test/a.test.js)',
  'o two (test/a.test.js)',
  'o three (test/a.test.js)',
  '+ s > in (test/a.test.js)',
  '+ s > s > in (test/a.test.js)',
  '- s > s > fails (test/a.test.js)',
  '+ parent > child (test/a.test.js)',
  '+ parent (test/a.test.js)',
  '- hook > never (test/a.test.js)',
];

describe.each(modes)('%s', (_, isBoxed) => {
  test('a check in a clean room reports each test', async () => {
    const { list } = await setUpListedCheck(
      { 'test/a.test.js': goodTest, 'test/b.test.js': goodTest },
      { isBoxed, isRoom: true },
    );
    const command = 'node --test test/; git status --short --ignored';
    const { results, tail } = await list(command);
    expect(rows(results)).toEqual(['+ good (test/a.test.js)', '+ good (test/b.test.js)']);
    expect(tail).toMatch(/duration_ms [\d.]+$/); // the reports are no files of the room
  });

  test('node --test reports each test, and prints as usual', async () => {
    const { list } = await setUpListedCheck({ 'test/a.test.js': nodeTests }, { isBoxed });
    const { results, exitCode, tests } = await list('node --test test/');
    expect(results).toMatchObject({ isReported: true, runner: 'node' });
    expect(rows(results)).toEqual(nodeRows);
    expect({ exitCode, tests }).toMatchObject({ exitCode: 1, tests: { passed: 5, failed: 2, skipped: 2 } });
  });

  test.skipIf(!hasPytest)(
    'every process of pytest reports each test',
    async () => {
      const { list } = await setUpListedCheck(
        {
          'a/test_a.py': 'class TestX:\n    def test_one(self): pass\n    def test_two(self): assert False\n',
          'b/test_b.py': 'import pytest\ndef test_three(): pytest.skip()\n',
        },
        { isBoxed },
      );
      const { results, tests } = await list('python3 -m pytest a; python3 -m pytest b');
      expect(results).toMatchObject({ isReported: true, runner: 'pytest' });
      expect(rows(results)).toEqual([
        '+ TestX > test_one (a/test_a.py)',
        '- TestX > test_two (a/test_a.py)',
        'o test_three (b/test_b.py)',
      ]);
      expect(tests).toEqual({ tests: 3, passed: 1, failed: 1, skipped: 1 });
    },
    60_000,
  );
});

test('vitest reports each test, and prints its summary', async () => {
  const { repo, list } = await setUpListedCheck(vitestFiles);
  linkPackages(repo);
  const { results, tests } = await list('node_modules/.bin/vitest run');
  expect(results).toMatchObject({ isReported: true, runner: 'vitest' });
  expect(rows(results)).toEqual(vitestRows);
  expect(tests).toEqual({ tests: 3, passed: 1, failed: 1, skipped: 1 });
});

test.each([
  ['its own reporter', 'node --test --test-reporter=dot test/'],
  ['its own reporter as two words', 'node --test --test-reporter spec test/'],
  ['its own reporter and destination', 'node --test --test-reporter=dot --test-reporter-destination=stderr test/'],
  ['no runner', 'node test/a.test.js'],
  ['its own NODE_OPTIONS', 'NODE_OPTIONS=--no-warnings node --test test/'],
  ['npm', 'npm test --silent'],
])('node reports with %s', async (_, command) => {
  const { list } = await setUpListedCheck({
    'test/a.test.js': nodeTests,
    'package.json': '{ "scripts": { "test": "node --test test/" } }',
  });
  expect(rows((await list(command)).results)).toEqual(nodeRows);
});

test('a file that ends its own process without a runner has no report', async () => {
  const { list } = await setUpListedCheck({
    'a.test.js': "const { test } = require('node:test');\nprocess.exit(0);\ntest('a');",
  });
  const { exitCode, results } = await list('node a.test.js');
  expect({ exitCode, ...results }).toEqual({ exitCode: 0, isReported: false, runner: 'node', tests: null });
});

test.skipIf(!hasPytest)('the paths of pytest are relative to the folder of the command', async () => {
  const { list } = await setUpListedCheck({
    'sub/tests/test_a.py': 'def test_a(): pass\n',
    'sub/pytest.ini': '[pytest]',
  });
  for (const command of ['cd sub && python3 -m pytest -q', 'python3 -m pytest -q sub/tests'])
    expect(rows((await list(command)).results)).toEqual(['+ test_a (sub/tests/test_a.py)']);
});

test.skipIf(!hasPytest)('pytest that ends its own process has no report', async () => {
  const { list } = await setUpListedCheck({
    'test_a.py': 'import os\ndef test_a(): pass\ndef test_b(): os._exit(0)\n',
  });
  const { exitCode, results } = await list('python3 -m pytest');
  expect({ exitCode, ...results }).toEqual({ exitCode: 0, isReported: false, runner: 'pytest', tests: null });
});

test('tests see the environment of a check without a list, and their own runners are not listed', async () => {
  const files = {
    'inner.test.mjs': "import test from 'node:test';\ntest('inner', () => {});\n",
    'a.test.mjs': `import { execFileSync, spawnSync } from 'node:child_process';
import test from 'node:test';
test('outer', () => {
  const { NODE_TEST_CONTEXT, ...env } = process.env;
  console.log('SEEN', JSON.stringify([env.NODE_OPTIONS, env.PATH.includes('test-reports')]));
  execFileSync('node', ['--test', 'inner.test.mjs'], { env });
});
`,
  };
  const { list } = await setUpListedCheck(files);
  const { tail, results } = await list('node --test a.test.mjs');
  expect(tail).toContain('SEEN [null,false]');
  expect(rows(results)).toEqual(['+ outer (a.test.mjs)']);
});

test('a path with spaces and quotes works', async () => {
  const name = `it's "a" path`;
  const files = { 'test/a.test.js': goodTest, 'test_b.py': 'def test_b(): pass\n' };
  const { list } = await setUpListedCheck(files, { name });
  const { results } = await list(`node --test test/${hasPytest ? ' && python3 -m pytest' : ''}`);
  expect(rows(results)).toEqual(['+ good (test/a.test.js)', ...(hasPytest ? ['+ test_b (test_b.py)'] : [])]);
});

test('without a list nothing is asked, and nothing is left in the folder of the run', async () => {
  const { repo, perform } = await setUpListedCheck({ 'test/a.test.js': goodTest });
  const command = 'echo "[$NODE_OPTIONS$PYTEST_ADDOPTS$GOFLAGS]"; node --test test/';
  const report = await perform(command, false);
  expect(report.results).toBeUndefined();
  expect(report.tail).toContain('[]');
  expect(readdirSync(join(repo, '.harness/runs/run-1'))).toEqual(['artifacts']);
});

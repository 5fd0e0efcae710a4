/** Tests how `harness mission` verifies the tests of its workers: a new test must fail on the base. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { script } from '../../testing/scripts.ts';
import {
  featureLines,
  featuresOf,
  merges,
  planning,
  repositoryWithSpec,
  reviewing,
  validating,
  working,
} from './testing/script.ts';

const idle = "const { test } = require('node:test');\ntest('nothing', () => {});\n";
const real =
  "const { test } = require('node:test');\ntest('two', () => { require('assert').equal(require('./two.js'), 2); });\n";
const feature = { write: { path: 'two.js', text: 'module.exports = 2;\n' } };

test('a test that is green without the feature is sent back; one that is red without it is merged', async () => {
  const repo = repositoryWithSpec({ checks: { test: 'node --test', build: null, lint: null, typecheck: null } });
  const agents = script(repo, [
    planning({ id: 'F-001' }),
    reviewing(),
    working({ steps: [feature, { write: { path: 'two.test.js', text: idle } }] }, { attempt: 1 }),
    working(
      { steps: [{ write: { path: 'two.test.js', text: real } }] },
      { attempt: 2, prompt: 'unproven[\\s\\S]*- two.test.js' },
    ),
    validating(),
  ]);
  const done = await repo.run('mission', '--script', agents);
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(done.stdout).toMatch(/F-001 did not pass: unproven/);
  expect(done.stdout).toContain(
    '✗ F-001: the new tests are green without the feature, so they prove nothing: two.test.js',
  );
  expect(done.stdout).toContain('✓ F-001: the new tests fail without the feature, as expected: two.test.js');
  expect(done.stdout).not.toMatch(/is red/);
  const { stdout } = await repo.run('report', '--json');
  expect(JSON.parse(stdout)).toMatchObject({ meanwhile: { checks: { red: 0 } } });
  expect(featureLines(repo)).toEqual(['F-001 passed 2']);
  expect(merges(repo)).toHaveLength(1);
  expect(readFileSync(join(repo.path, 'two.js'), 'utf8')).toBe('module.exports = 2;\n');
  expect(repo.git('show', 'main:two.test.js')).toBe(real.trimEnd());
});

test('a run without tests is red: the worker receives it, and nothing is merged', async () => {
  const repo = repositoryWithSpec({
    mission: { maxIterations: 1 },
    checks: { test: 'node --test', build: null, lint: null, typecheck: null },
  });
  const agents = script(repo, [planning({ id: 'F-001' }), reviewing(), working(), validating()]);
  expect(await repo.run('mission', '--script', agents)).toMatchObject({ exitCode: 5 });
  const [row] = featuresOf(repo);
  expect([row?.status, merges(repo)]).toEqual(['failing', []]);
});

/** Attacks on checks and consent in `harness mission`, through the real command. Each test names the promise. */
import { expect, test } from 'vitest';
import { script } from '../../testing/scripts.ts';
import {
  featureLines,
  merges,
  planning,
  repositoryWithSpec,
  reviewing,
  validating,
  working,
} from './testing/script.ts';

const unitTests = "const { test } = require('node:test');\ntest('one', () => { require('assert').equal(1, 1); });\n";

test('a worker that writes a plan for the queue is asked about, without a merge', async () => {
  const repo = repositoryWithSpec();
  const attack = [{ write: { path: 'docs/exec-plans/active/0009-obey.md', text: 'Obey.' } }];
  const answers = [planning({ id: 'F-001' }), reviewing(), working({ steps: attack }), validating()];
  const held = await repo.run('mission', '--script', script(repo, answers));
  expect(held, `${held.stdout}${held.stderr}`).toMatchObject({ exitCode: 8 });
  const { questions } = await repo.json<{ questions: { header: string; question: string }[] }>('questions');
  expect(questions).toMatchObject([{ header: 'Tests', question: expect.stringContaining('writes plans') }]);
  expect(merges(repo)).toEqual([]);
});

test('tests are counted as run: a worker whose change runs no test of the base fails, and its repair passes', async () => {
  const repo = repositoryWithSpec({ checks: { test: 'node --test', build: null, lint: null, typecheck: null } });
  repo.write('repo/one.test.js', unitTests);
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=A test');
  const attack = [{ write: { path: 'one.test.js', text: `process.exit(0);\n${unitTests}` } }];
  const repair = [{ write: { path: 'one.test.js', text: unitTests } }, { write: { path: 'two.js', text: '2' } }];
  const answers = [
    planning({ id: 'F-001' }),
    reviewing(),
    working({ steps: attack }, { attempt: 1 }),
    working({ steps: repair }),
    validating(),
  ];
  const done = await repo.run('mission', '--script', script(repo, answers));
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(featureLines(repo)).toEqual(['F-001 passed 2']);
  expect([merges(repo).length, repo.git('show', 'main:one.test.js')]).toEqual([1, unitTests.trimEnd()]);
});

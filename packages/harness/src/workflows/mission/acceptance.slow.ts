/** Independent acceptance tests of the features of a mission: the worker cannot change them, and its feature needs them. */
import { expect, test } from 'vitest';
import type { Repository } from '../../testing/command.ts';
import { script, usage } from '../../testing/scripts.ts';
import { featureLines, planning, repositoryWithSpec, reviewing, validating, working } from './testing/script.ts';

const testOf = (value: number) =>
  `const { test } = require('node:test');\ntest('two', () => { require('assert').equal(require('./two.js')(), ${value}); });\n`;
const write = (path: string, text: string) => ({ write: { path, text } });
const right = write('two.js', 'module.exports = () => 1 + 1;\n');
const own = write('own.test.js', testOf(2));
const lie = [write('two.js', 'module.exports = () => 3;\n'), write('two.accept.test.js', testOf(3))];
const checks = { test: 'node --test', build: null, lint: null, typecheck: null };
const trust = { acceptance: 'independent', mutants: { count: 0 } };

const accepting = (text: string, when: object = {}) => ({
  when: { role: 'mission.acceptance-writer', item: 'F-001', ...when },
  steps: [write('two.accept.test.js', text)],
  reply: 'wrote tests',
  usage,
});

function mission(repo: Repository, answers: readonly object[], people: readonly object[] = []) {
  const all = [planning({ id: 'F-001' }), reviewing(), ...answers, validating()];
  const agents = script(repo, all as never, people as never);
  return repo.start(['mission', '--no-input', '--script', agents], { HARNESS_TRUST_WITNESS: 'ask' }).finished;
}

test('the tests of another role witness the feature, and are merged with it', async () => {
  const repo = repositoryWithSpec({ checks, trust });
  const claim = accepting(testOf(2), { prompt: 'F-001 is there' });
  const done = await mission(repo, [claim, working({ steps: [right] }, { prompt: 'two\\.accept\\.test\\.js' })]);
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(done.stdout).toContain('acceptance tests frozen: two.accept.test.js');
  expect(`${repo.git('show', 'main:two.accept.test.js')}\n`).toBe(testOf(2));
  expect(featureLines(repo)).toEqual(['F-001 passed 1']);
});

test('a worker that edits them fails twice, and then a person is asked', async () => {
  const repo = repositoryWithSpec({ checks, trust });
  const done = await mission(repo, [accepting(testOf(2)), working({ steps: lie })]);
  expect(done.exitCode, `${done.stdout}${done.stderr}`).toBe(8);
  const { questions } = await repo.json<{ questions: { header: string; item: string }[] }>('questions');
  expect(questions).toMatchObject([{ header: 'Acceptance', item: 'F-001' }]);
  expect(repo.git('ls-tree', '--name-only', 'main')).not.toContain('two');
});

test.each(['Continue without', 'Write new tests'])('wrong tests: %s', async (choose) => {
  const repo = repositoryWithSpec({ checks, trust });
  const done = await mission(
    repo,
    [accepting(testOf(2), { prompt: 'rejected' }), accepting(testOf(4)), working({ steps: [right, own] })],
    [{ when: { header: 'Acceptance' }, choose }],
  );
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  const files = repo.git('ls-tree', '--name-only', 'main').split('\n');
  expect(files).toContain('own.test.js');
  expect(files.includes('two.accept.test.js')).toBe(choose === 'Write new tests');
});

test('a mission in the checkout is refused with exit 2', async () => {
  const repo = repositoryWithSpec({ checks, trust, branchIsolation: { enabled: false } });
  const { exitCode, stderr } = await mission(repo, []);
  expect([exitCode, stderr]).toEqual([
    2,
    'trust.acceptance is "independent", but a mission in the checkout does not support it. Set it to "same".\n  try: harness converge "<text>"\n',
  ]);
});

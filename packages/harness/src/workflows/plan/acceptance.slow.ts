/** Independent acceptance tests of a plan: they land with it, and neither the implementer nor a later repair can change them. */
import { expect, test } from 'vitest';
import { type Repository, repository } from '../../testing/command.ts';
import { successfulAnswers } from '../../testing/night.ts';
import { script } from '../../testing/scripts.ts';

const testOf = (value: number) =>
  `const { test } = require('node:test');\ntest('two', () => { require('assert').equal(require('./two.js')(), ${value}); });\n`;
const write = (path: string, text: string) => ({ write: { path, text } });
const right = write('two.js', 'module.exports = () => 1 + 1;\n');
const accept = { when: { role: 'plans.acceptance-writer' }, steps: [write('two.test.js', testOf(2))], reply: 'wrote' };

function planned(settings: object = {}): Repository {
  const repo = repository();
  const plan =
    '---\nid: "0001"\ntitle: Two\nphase: one\nstatus: active\nestimated_passes: 1\n---\n\n# Two\n\nThe module gives 2.\n';
  repo.write('repo/docs/exec-plans/active/0001-two.md', plan);
  repo.write(
    'repo/works.test.js',
    "require('node:test').test('works', () => { require('assert').ok(process.pid); });\n",
  );
  const trust = { acceptance: 'independent', mutants: { count: 0 } };
  const config = { checks: { test: 'node --test' }, forge: { kind: 'local' }, trust, ...settings };
  repo.write('repo/harness.config.json', JSON.stringify(config));
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Plans');
  return repo;
}

function answers(...steps: readonly object[]) {
  const workers = ['plans.implementer', 'plans.fixer'].map((role) => ({ when: { role }, steps, reply: 'done' }));
  return [accept, ...workers, ...successfulAnswers.slice(1)];
}

const run = (repo: Repository, args: readonly string[], all: readonly object[]) =>
  repo.start([...args, '--no-input', '--script', script(repo, all as never)], { HARNESS_TRUST_WITNESS: 'ask' })
    .finished;

test('the tests of another role witness the plan, and are merged with it', async () => {
  const repo = planned();
  const done = await run(repo, ['run', '1'], answers(right));
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(`${repo.git('show', 'main:two.test.js')}\n`).toBe(testOf(2));
  const { proofs } = await repo.json<{ proofs: readonly object[] }>('show', await repo.newest());
  expect(proofs).toMatchObject([{ item: '0001', verdict: 'witnessed', witnesses: ['two'] }]);
});

test('an implementer that edits them does not pass: a person is asked, and the base stays as it is', async () => {
  const repo = planned({ agent: { maxReviewPasses: 1 } });
  const lie = answers(write('two.js', 'module.exports = () => 3;\n'), write('two.test.js', testOf(3)));
  const done = await run(repo, ['run', '1'], lie);
  expect(done.exitCode, `${done.stdout}${done.stderr}`).toBe(8);
  const { questions } = await repo.json<{ questions: { header: string; item: string }[] }>('questions');
  expect(questions).toMatchObject([{ header: 'Acceptance', item: '0001' }]);
  expect(repo.git('ls-tree', '--name-only', 'main')).not.toContain('two');
});

test('the phase implement writes them, and the phase fix cannot change them', async () => {
  const repo = planned();
  const built = await run(repo, ['run', '1', '--phase', 'implement'], answers(right));
  expect(built.exitCode, `${built.stdout}${built.stderr}`).toBe(0);
  const finding = { when: { role: 'plans.reviewer' }, reply: '- [high] two.js:1: it is too long', times: 1 };
  const reviewed = await run(repo, ['run', '1', '--phase', 'review'], [finding]);
  expect(reviewed.exitCode).not.toBe(0);
  const fixer = {
    when: { role: 'plans.fixer' },
    steps: [write('two.js', 'module.exports = () => 2;\n'), write('two.test.js', testOf(3))],
    reply: 'fixed',
  };
  const fixed = await run(repo, ['run', '1', '--phase', 'fix'], [fixer]);
  expect(fixed.exitCode, `${fixed.stdout}${fixed.stderr}`).toBe(0);
  expect(repo.git('show', 'task/0001-two:two.js')).toContain('=> 2');
  expect(`${repo.git('show', 'task/0001-two:two.test.js')}\n`).toBe(testOf(2));
});

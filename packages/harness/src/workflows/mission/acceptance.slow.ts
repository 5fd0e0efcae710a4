/** Independent acceptance tests of the features of a mission: the worker cannot change them, and its feature needs them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Repository, until } from '../../testing/command.ts';
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

/** Features are built in the user's checkout, beside files of the user. */
const inCheckout = { checks, trust, branchIsolation: { enabled: false } };

test('in the checkout: the tests exist before the worker starts, a file of the user stays, and they land with the feature', async () => {
  const repo = repositoryWithSpec(inCheckout);
  repo.write('repo/.git/info/exclude', 'seen.js\nmine.txt\n');
  repo.write('repo/mine.txt', 'mine\n');
  const seen = { run: 'cp two.accept.test.js seen.js' };
  const hidden = write('.gitignore', '*.accept.*\n.harness/\n');
  const done = await mission(
    repo,
    [accepting(testOf(2)), working({ steps: [seen, right, hidden] })],
    [{ when: { header: 'Tests' }, choose: 'Allow' }],
  );
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(done.stdout).toContain('acceptance tests frozen: two.accept.test.js');
  expect(readFileSync(join(repo.path, 'seen.js'), 'utf8')).toBe(testOf(2));
  expect(readFileSync(join(repo.path, 'mine.txt'), 'utf8')).toBe('mine\n');
  expect(`${repo.git('show', 'main:two.accept.test.js')}\n`).toBe(testOf(2));
  expect(repo.git('status', '--porcelain')).toBe('');
  expect(repo.git('worktree', 'list').split('\n')).toHaveLength(1);
});

test('in the checkout: a worker that edits or deletes them fails twice, and then a person is asked', async () => {
  const repo = repositoryWithSpec(inCheckout);
  const removing = [write('two.js', 'module.exports = () => 3;\n'), { run: 'rm two.accept.test.js' }];
  const done = await mission(repo, [
    accepting(testOf(2)),
    working({ steps: lie }, { attempt: 1 }),
    working({ steps: removing }),
  ]);
  expect(done.exitCode, `${done.stdout}${done.stderr}`).toBe(8);
  expect(done.stdout.split('denied: two.accept.test.js (frozen)'), done.stdout).toHaveLength(3);
  const { questions } = await repo.json<{ questions: { header: string; item: string }[] }>('questions');
  expect(questions).toMatchObject([{ header: 'Acceptance', item: 'F-001' }]);
  expect(readFileSync(join(repo.path, 'two.accept.test.js'), 'utf8')).toBe(testOf(2));
  expect(repo.git('ls-tree', '--name-only', 'main')).not.toContain('two');
});

test('in the checkout: wrong tests, and a person continues without them', async () => {
  const repo = repositoryWithSpec(inCheckout);
  const answers = [accepting(testOf(4)), working({ steps: [right, own] })];
  const done = await mission(repo, answers, [{ when: { header: 'Acceptance' }, choose: 'Continue without' }]);
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  const files = repo.git('ls-tree', '--name-only', 'main').split('\n');
  expect([files.includes('own.test.js'), files.includes('two.accept.test.js')]).toEqual([true, false]);
  expect(existsSync(join(repo.path, 'two.accept.test.js'))).toBe(false);
});

/** Entries of all journals of a mission. */
function entriesIn(path: string): number {
  const runs = join(path, '.harness/runs');
  const journals = existsSync(runs) ? readdirSync(runs).map((name) => join(runs, name, 'journal.jsonl')) : [];
  return journals.flatMap((file) => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(1) : [])).length;
}

test.each([55, 70, 85])('in the checkout: killed when its journals have %i entries: the same end', async (entries) => {
  const repo = repositoryWithSpec(inCheckout);
  const agents = script(repo, [
    planning({ id: 'F-001' }),
    reviewing(),
    accepting(testOf(2)),
    working({ steps: [right] }),
    validating(),
  ]);
  const env = { HARNESS_TRUST_WITNESS: 'ask' };
  const begun = repo.start(['mission', '--no-input', '--script', agents], env);
  await Promise.race([begun.finished, until(() => (entriesIn(repo.path) >= entries ? true : undefined))]);
  begun.child.kill('SIGKILL');
  await begun.finished;
  const resumed = await repo.start(['resume', await repo.newest(), '--no-input'], env).finished;
  expect(resumed, `${resumed.stdout}${resumed.stderr}`).toMatchObject({ exitCode: 0 });
  expect(`${repo.git('show', 'main:two.accept.test.js')}\n`).toBe(testOf(2));
  expect(repo.git('status', '--porcelain', '--', ':!.harness')).toBe('');
  expect(repo.git('worktree', 'list').split('\n')).toHaveLength(1);
});

/** Independent acceptance tests in a task: another role writes them from the spec, and the generator cannot change them. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository, until } from '../../testing/command.ts';
import { script } from '../../testing/scripts.ts';

type Answer = Readonly<Record<string, unknown>>;

const accept = 'test/double.accept.test.js';
const testOf = (value: number) => `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { double } from '../src/sum.js';

test('doubles', () => {
  assert.equal(double(4), ${value});
});
`;
const sum = 'export const sum = (a, b) => a + b;\n';
const right = `${sum}export const double = (a) => sum(a, a);\n`;
const wrong = `${sum}export const double = (a) => a;\n`;

const write = (path: string, text: string): Answer => ({ write: { path, text, raw: true } });
const person = (header: string, choose: string, more: Answer = {}): Answer => ({ when: { header, ...more }, choose });
const confirming = [person('Convention Scan', 'Skip'), person('Spec', 'Proceed'), person('Commit', 'Commit all')];

const planner: Answer = {
  when: { role: 'task.planner-single' },
  steps: [{ write: { path: '{spec_path}', text: '# Spec\n\n## Goal\ndouble() doubles\n' } }],
  reply: 'spec.md generated — 1 acceptance criteria, 0 edge cases',
};
const evaluator: Answer = {
  when: { role: 'task.evaluator' },
  steps: [{ write: { path: '{qa_report_path}', text: '## QA Report — Round 1\n\n### Verdict: PASS\n' } }],
  reply: 'PASS',
};
const writer = (text = testOf(8), when: Answer = {}): Answer => ({
  when: { role: 'task.acceptance-writer', prompt: 'double\\(\\) doubles', ...when },
  steps: [write(accept, text)],
  reply: 'wrote tests',
});
const generator = (steps: readonly Answer[], when: Answer = {}): Answer => ({
  when: { role: 'task.generator-single', ...when },
  steps: [
    ...steps,
    { write: { path: '{changes_path}', text: '# Round 1 Changes\n## Modified Files\n- src/sum.js\n' } },
  ],
  reply: '1 files changed — sum.js',
});
const honest = generator([write('src/sum.js', right)]);

function setUp(settings: object = {}) {
  const repo = repository();
  repo.write('repo/package.json', JSON.stringify({ type: 'module', scripts: { test: 'node --test' } }));
  repo.write('repo/src/sum.js', sum);
  repo.write('repo/kept/.gitignore', '*\n'); // for files that scripts keep for the test
  const trust = { acceptance: 'independent', mutants: { count: 0 } };
  repo.write('repo/harness.config.json', JSON.stringify({ trust, ...settings }));
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=A sum');
  const start = (args: readonly string[], answers: readonly Answer[], people: readonly Answer[] = []) => {
    const file = script(repo, [...answers, planner, evaluator], [...people, ...confirming]);
    return repo.start([...args, '--script', file], { HARNESS_TRUST_WITNESS: 'ask' });
  };
  const flags = ['--mode', 'single', '--model-config', 'balanced'];
  return {
    ...repo,
    start,
    task: (answers: readonly Answer[], people: readonly Answer[] = [], more: readonly string[] = []) =>
      start(['task', 'Add double', ...flags, ...more], answers, people).finished,
    read: (file: string) => readFileSync(join(repo.path, file), 'utf8'),
    committed: () => repo.git('show', '--name-only', '--format=', 'HEAD').split('\n'),
  };
}

test('the tests of another role are in the checkout before the generator starts, witness the change, and land with it', async () => {
  const repo = setUp();
  mkdirSync(join(repo.path, 'test'));
  writeFileSync(join(repo.path, 'test/mine.txt'), 'mine\n');
  const seen = generator([{ run: `cp ${accept} kept/seen.js` }, write('src/sum.js', right)], {
    prompt: accept.replaceAll('.', '\\.'),
  });
  const done = await repo.task([writer(), seen], [], ['--allow-dirty']);
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(done.stdout).toContain(`acceptance tests frozen: ${accept}`);
  expect(done.stdout).toContain('witnessed: doubles');
  expect(repo.read('kept/seen.js')).toBe(testOf(8));
  expect(`${repo.git('show', `HEAD:${accept}`)}\n`).toBe(testOf(8));
  expect(repo.committed()).not.toContain('test/mine.txt');
  expect(repo.git('status', '--porcelain')).toBe('?? test/mine.txt');
  expect(repo.git('worktree', 'list').split('\n')).toHaveLength(1);
  expect(repo.git('branch', '--list', 'harness/*', '--format=%(refname:short)')).toBe('harness/add-double');
});

const bad = write('src/sum.js', wrong);

test('a liar that edits, deletes or replaces the frozen test: it is restored each time, and then a person is asked', async () => {
  const repo = setUp();
  const lies: readonly (readonly Answer[])[] = [
    [write(accept, testOf(4))],
    [{ run: `rm ${accept}` }],
    [{ run: `rm ${accept}; mkdir ${accept}; echo 1 > ${accept}/x` }],
    [{ run: 'rm -r test; mkdir other; ln -s other test' }],
  ];
  const lying = lies.map((steps, at) => generator([bad, ...steps], { attempt: at + 1 }));
  const done = await repo.task([writer(), ...lying], [], ['--no-input']);
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 8 });
  expect(done.stdout.split(`denied: ${accept} (frozen)`), done.stdout).toHaveLength(lies.length + 1);
  const { questions } = await repo.json<{ questions: { header: string; question: string }[] }>('questions');
  expect(questions).toMatchObject([{ header: 'Acceptance', question: expect.stringContaining(accept) as string }]);
  expect(repo.read(accept)).toBe(testOf(8));
  const kept = repo.git('for-each-ref', '--format=%(refname)', 'refs/harness/kept').split('\n');
  const versions = kept.map((ref) => repo.git('ls-tree', '-r', '--name-only', ref, 'test').split('\n'));
  expect(versions).toContainEqual([`${accept}/x`]); // what the liar left is not lost
  expect(repo.git('log', '-1', '--format=%s')).toBe('A sum');
});

test('a frozen test that the generator ignores with git and edits is restored, and lands with right work', async () => {
  const repo = setUp();
  const hidden = [write('.gitignore', '*.accept.*\n'), write(accept, testOf(4))];
  const answers = [writer(), generator([bad, ...hidden], { attempt: 1 }), honest];
  const done = await repo.task(answers, [person('Tests', 'Allow')]);
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(done.stdout).toContain(`denied: ${accept} (frozen)`);
  expect(`${repo.git('show', `HEAD:${accept}`)}\n`).toBe(testOf(8));
  expect(repo.git('status', '--porcelain')).toBe('');
});

test('wrong tests: Stop parks the task; a resume asks again; new tests replace them; and a person may continue without', async () => {
  const repo = setUp();
  const own = write('test/own.test.js', testOf(8));
  const other = 'test/again.accept.test.js';
  const again: Answer = { ...writer(testOf(7), { prompt: 'rejected' }), steps: [write(other, testOf(7))] };
  const answers = [again, writer(testOf(9)), generator([write('src/sum.js', right), own])];
  const stopped = await repo.task(answers, [person('Acceptance', 'Stop')]);
  expect(stopped, `${stopped.stdout}${stopped.stderr}`).toMatchObject({ exitCode: 8 });
  const people = [person('Acceptance', 'Write new tests', { nth: 2 }), person('Acceptance', 'Continue without')];
  const done = await repo.start(['resume'], answers, people).finished;
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(done.stdout).toContain(`acceptance tests frozen: ${other}`);
  expect(repo.committed()).toContain('test/own.test.js');
  for (const path of [accept, other]) {
    expect(repo.committed()).not.toContain(path);
    expect(existsSync(join(repo.path, path))).toBe(false);
  }
});

test('a file of the user at the path of a test is not touched: the task fails and names it', async () => {
  const repo = setUp();
  mkdirSync(join(repo.path, 'test'));
  writeFileSync(join(repo.path, accept), 'mine\n');
  const done = await repo.task([writer(), honest], [], ['--allow-dirty']);
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 1 });
  expect(`${done.stdout}${done.stderr}`).toContain(`these paths belong to your own uncommitted files: ${accept}`);
  expect(repo.read(accept)).toBe('mine\n');
});

test('the steps of a task one by one, and another run that continues the session, keep the tests', async () => {
  const repo = setUp();
  const flags = ['--mode', 'single', '--model-config', 'balanced'];
  const steps = [
    ['task', 'plan', 'Add double', ...flags],
    ['task', 'generate'],
  ];
  for (const args of steps) expect(await repo.start(args, [writer(), honest]).finished).toMatchObject({ exitCode: 0 });
  expect(repo.read(accept)).toBe(testOf(8));
  await repo.run('stop', await repo.newest());
  const verified = await repo.start(['task', 'verify'], [honest]).finished;
  expect(verified, `${verified.stdout}${verified.stderr}`).toMatchObject({ exitCode: 0 });
  expect(verified.stdout).toContain('witnessed: doubles');
});

/** Entries of all journals of the newest task. */
function entriesIn(path: string): number {
  const runs = join(path, '.harness/runs');
  const journals = existsSync(runs) ? readdirSync(runs).map((name) => join(runs, name, 'journal.jsonl')) : [];
  return journals.flatMap((file) => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(1) : [])).length;
}

test.each([18, 30, 36, 46])('killed when its journals have %i entries: the same end', async (entries) => {
  const repo = setUp();
  const begun = repo.start(
    ['task', 'Add double', '--mode', 'single', '--model-config', 'balanced'],
    [writer(), honest],
  );
  await Promise.race([begun.finished, until(() => (entriesIn(repo.path) >= entries ? true : undefined))]);
  begun.child.kill('SIGKILL');
  await begun.finished;
  const resumed = await repo.start(['resume', await repo.newest()], [writer(), honest]).finished;
  expect(resumed, `${resumed.stdout}${resumed.stderr}`).toMatchObject({ exitCode: 0 });
  expect(`${repo.git('show', `HEAD:${accept}`)}\n`).toBe(testOf(8));
  expect(repo.git('status', '--porcelain')).toBe('');
  expect(repo.git('worktree', 'list').split('\n')).toHaveLength(1);
});

test('a folder without a commit is refused with exit 2 and one sentence', async () => {
  const repo = setUp();
  repo.git('checkout', '--quiet', '--orphan', 'empty');
  const { exitCode, stderr } = await repo.start(['task', 'x', '--no-input'], []).finished;
  expect([exitCode, stderr]).toEqual([
    2,
    'trust.acceptance is "independent", but there is no commit that the work starts from.\n  try: git commit --allow-empty --message=Start\n',
  ]);
});

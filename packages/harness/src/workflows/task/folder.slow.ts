/** Tests the folder of a task: a folder without git, a repository without a commit, a tree with the user's changes. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Repository, repository } from '../../testing/command.ts';
import { exists, filesIn, type Shown, stateOf, taskScript, textOf, writeLeftover } from '../../testing/task-script.ts';

/** A folder without git, beside a repository. */
function plainFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'harness-plain-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'work'));
  return join(folder, 'work');
}

const flags = ['--mode', 'single', '--model-config', 'default'];
const going = { 'Convention Scan': 'Skip', Spec: 'Proceed' };

test('W-02, W-10, W-60 without git a task for a document runs to its end: no branch, no commit, and the documents stay', async () => {
  const repo = repository();
  const folder = plainFolder();
  const parked = await repo.run(
    'task',
    'Write an essay',
    '--repo',
    folder,
    ...flags,
    '--script',
    taskScript(repo, { 'Convention Scan': 'Skip' }),
  );
  expect([parked.exitCode, parked.stderr]).toEqual([8, '']);
  expect(parked.stdout).not.toContain('Branch');
  expect(stateOf(folder)).toMatchObject({
    has_git: false,
    branch: null,
    repo_name: 'work',
    repo_path: folder,
    lang: 'unknown',
  });
  const script = taskScript(repo, going);
  const status = await repo.run('task', 'Again', '--repo', folder, '--no-input', '--script', script);
  expect(status.stdout).toMatch(/Phase +: Plan — complete/);
  expect(status.stdout, 'W-13').not.toMatch(/Branch +:/);

  const other = plainFolder();
  const { exitCode, stdout } = await repo.run('task', 'Write an essay', '--repo', other, ...flags, '--script', script);
  expect(exitCode).toBe(0);
  expect(stdout).toContain('docs/harness/write-an-essay/');
  expect(textOf(other, 'work.txt')).toBe('done\n');
  for (const paper of ['spec', 'changes', 'verify_report', 'qa_report'])
    expect(exists(other, `docs/harness/write-an-essay/${paper}.md`)).toBe(true);
  expect(exists(other, '.harness/state.json')).toBe(false);
  expect(exists(other, '.git')).toBe(false);
});

const dirty = (repo: Repository) => {
  writeLeftover(repo.path, 'README.md', 'mine\n');
  writeLeftover(repo.path, 'notes/own.txt', 'mine too\n');
};

test('W-60 a dirty tree is refused with its files; with --allow-dirty they are never touched', async () => {
  const repo = repository();
  dirty(repo);
  const before = filesIn(repo.path);
  const refused = await repo.run('task', 'Add work', ...flags, '--script', taskScript(repo));
  expect(refused.exitCode).toBe(2);
  expect(refused.stderr).toContain('README.md, notes/own.txt');
  expect(refused.stderr).toContain('--allow-dirty');
  expect([filesIn(repo.path), repo.git('branch', '--show-current')]).toEqual([before, 'main']);

  const script = taskScript(repo, { ...going, Commit: 'Commit code only' });
  const { exitCode, stdout, stderr } = await repo.run(
    'task',
    'Add work',
    ...flags,
    '--allow-dirty',
    '--script',
    script,
  );
  expect(exitCode, stderr).toBe(0);
  expect(stdout).toContain('this task never commits them: README.md, notes/own.txt');
  expect(repo.git('show', '--name-only', '--format=').split('\n')).toEqual(['work.txt']);
  expect([textOf(repo.path, 'README.md'), textOf(repo.path, 'notes/own.txt')]).toEqual(['mine\n', 'mine too\n']);
  expect(
    repo
      .git('status', '--porcelain')
      .split('\n')
      .map((row) => row.slice(-10)),
  ).toEqual([' README.md', '?? notes/']);
  const { commits } = await repo.json<Shown & { commits: { branch: string }[] }>('show', await repo.newest());
  expect(commits).toMatchObject([{ branch: 'harness/add-work' }]);
});

test('W-10, W-60 a repository without a commit works too: the branch is created', async () => {
  const repo = repository();
  repo.git('update-ref', '-d', 'HEAD');
  const script = taskScript(repo, { ...going, Commit: 'Commit all' });
  const { exitCode, stderr } = await repo.run('task', 'First work', ...flags, '--allow-dirty', '--script', script);
  expect(exitCode, stderr).toBe(0);
  expect(repo.git('branch', '--show-current')).toBe('harness/first-work');
  expect(repo.git('show', '--name-only', '--format=')).toContain('work.txt');
});

test('W-60 a second task with the same name gets a new branch', async () => {
  const repo = repository();
  const script = taskScript(repo, { ...going, Commit: 'Commit all' });
  await repo.run('task', 'Twice', ...flags, '--script', script);
  repo.git('checkout', '--quiet', 'main');
  await repo.run('task', 'Twice', ...flags, '--script', script);
  expect(repo.git('branch', '--list', 'harness/*', '--format=%(refname:short)').split('\n')).toEqual([
    ...['harness/twice', 'harness/twice-2'],
  ]);
});

test('files that the user had changed stay foreign when another run resumes the session', async () => {
  const repo = repository();
  dirty(repo);
  const skipping = taskScript(repo, { 'Convention Scan': 'Skip' });
  expect((await repo.run('task', 'Add work', ...flags, '--allow-dirty', '--script', skipping)).exitCode).toBe(8);
  const script = taskScript(repo, { ...going, Session: 'Resume', Commit: 'Commit code only' });
  const { exitCode, stderr } = await repo.run('task', 'Go on', '--script', script);
  expect(exitCode, stderr).toBe(0);
  expect(repo.git('show', '--name-only', '--format=', 'harness/add-work').split('\n')).toEqual(['work.txt']);
  expect([textOf(repo.path, 'README.md'), textOf(repo.path, 'notes/own.txt')]).toEqual(['mine\n', 'mine too\n']);
});

/** Tests that only the work of an issue is reset, and that nothing is lost. */
import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { clearScratch } from '../git/scratch.ts';
import { performResetIssue } from './reset-issue.ts';
import type { ResetArgs } from './reset-state.ts';
import { answerOf, type IssueScratch, issueScratch } from './scratch.ts';

afterAll(clearScratch);

/** A repository with two commits of an issue. */
function issue() {
  const repo = issueScratch();
  const commit = (path: string, content: string) => {
    repo.write(path, content);
    repo.git('add', path);
    repo.git('commit', '--quiet', `--message=${path}`);
    return repo.git('rev-parse', 'HEAD');
  };
  const own = [commit('src/main.ts', 'one\n'), commit('src/두번째.ts', 'two\n')];
  return { repo, own, commit };
}

const reset = (repo: IssueScratch, own: readonly string[], more: Partial<ResetArgs> = {}, interrupted = false) =>
  answerOf(repo, () =>
    performResetIssue(repo.contextOf('9/reset', interrupted), { lane: repo.lane, to: repo.lane.base, own, ...more }),
  );
const tip = (repo: IssueScratch) => repo.git('rev-parse', 'main');
const status = (repo: IssueScratch) => repo.git('status', '--porcelain');
const first = 'refs/harness/kept/run-1/1';

describe('I-47, I-48 a failed issue', () => {
  test('is reset to the commit before it; its commits are under a ref, and ignored files stay', async () => {
    const { repo, own } = issue();
    repo.write('ignored/mine', 'mine\n');
    expect(await reset(repo, own)).toEqual({ is: 'reset', kept: first });
    expect([tip(repo), status(repo), repo.read('ignored/mine')]).toEqual([repo.lane.base, '', 'mine\n']);
    expect([repo.git('rev-parse', `${first}^1`), repo.read('src/main.ts')]).toEqual([own[1], 'export {};\n']);
    expect(repo.git('symbolic-ref', 'HEAD')).toBe('refs/heads/main');
    expect(repo.git('reflog', '-1', '--format=%gs', 'main')).toBe(`reset: moving to ${repo.lane.base}`);
    expect(await reset(repo, own, {}, true)).toEqual({ is: 'reset', kept: first });
    expect(repo.refs('refs/harness/kept')).toEqual([first]);
  });

  test('loses no uncommitted file of its own: those that the run saved are kept and taken out', async () => {
    const { repo, own } = issue();
    repo.write('src/main.ts', 'half\n');
    repo.write('src/new.ts', 'new\n');
    rmSync(join(repo.root, 'readme.md'));
    await repo.save();
    repo.git('add', 'src/main.ts');
    const done = await reset(repo, own);
    expect(done).toEqual({ is: 'reset', kept: 'refs/harness/kept/run-1/2' });
    const kept = 'refs/harness/kept/run-1/2';
    expect([repo.git('show', `${kept}:src/main.ts`), repo.git('show', `${kept}:src/new.ts`)]).toEqual(['half', 'new']);
    expect([status(repo), repo.read('readme.md')]).toEqual(['', 'hello\n']);
  });

  test('has nothing to reset: the answer is the same, without a ref', async () => {
    const repo = issueScratch();
    expect(await reset(repo, [])).toEqual({ is: 'reset', kept: null });
    expect(repo.refs('refs/harness')).toEqual([]);
  });

  test('leaves the files of the loop alone', async () => {
    const { repo, own } = issue();
    repo.write('.claude/state.md', 'state\n');
    repo.write('found/2026-01-01-x.md', 'x\n');
    const leaves = ['.claude/state.md', 'found/'];
    expect(await reset(repo, own, { leaves })).toEqual({ is: 'reset', kept: first });
    expect(status(repo).split('\n')).toEqual(['?? .claude/', '?? found/']);
    expect(repo.git('ls-tree', '-r', '--name-only', first)).not.toContain('found');
  });

  test('moves outputs aside that its commits made ignored', async () => {
    const { repo, own, commit } = issue();
    const third = commit('.gitignore', 'ignored/\ndist/\n');
    repo.write('dist/out.js', 'built\n');
    expect(await reset(repo, [...own, third])).toMatchObject({ is: 'reset' });
    expect([status(repo), existsSync(join(repo.root, 'dist'))]).toEqual(['', false]);
  });
});

describe('I-48, I-64 work of others', () => {
  test('is named, and nothing is touched: commits, edits, new, deleted and staged files', async () => {
    const { repo, own, commit } = issue();
    const theirs = commit('theirs.txt', 'theirs\n');
    repo.write('src/main.ts', 'edited\n');
    repo.write('new.txt', 'new\n');
    rmSync(join(repo.root, 'readme.md'));
    repo.write('staged.txt', 'staged\n');
    repo.git('add', 'staged.txt');
    rmSync(join(repo.root, 'staged.txt'));
    const before = [tip(repo), status(repo)];
    const files = ['new.txt', 'readme.md', 'src/main.ts', 'staged.txt'];
    expect(await reset(repo, own)).toEqual({ is: 'foreign', commits: [theirs], files });
    expect([tip(repo), status(repo)]).toEqual(before);
    expect(repo.refs('refs/harness')).toEqual([]);

    for (const despite of [
      { commits: [], files },
      { commits: [theirs], files: files.slice(1) },
    ])
      expect(await reset(repo, own, { despite })).toMatchObject({ is: 'foreign' });
    expect([tip(repo), status(repo)]).toEqual(before);

    expect(await reset(repo, own, { despite: { commits: [theirs], files } })).toEqual({ is: 'reset', kept: first });
    expect([tip(repo), status(repo)]).toEqual([repo.lane.base, '']);
    const shown = ['show', `${first}:new.txt`];
    expect([repo.git(...shown), repo.git('rev-parse', `${first}^1`)]).toEqual(['new', theirs]);
    expect(repo.git('show', `${first}^2:staged.txt`)).toBe('staged');
  });

  test('includes a commit that a person amended, and a merge', async () => {
    const { repo, own } = issue();
    repo.git('commit', '--quiet', '--amend', '--message=amended');
    const amended = tip(repo);
    repo.git('switch', '--quiet', '--create', 'other', repo.lane.base);
    repo.git('commit', '--quiet', '--allow-empty', '--message=other');
    const other = repo.git('rev-parse', 'HEAD');
    repo.git('switch', '--quiet', 'main');
    repo.git('merge', '--quiet', '--no-ff', '--message=merge', 'other');
    const found = await reset(repo, own);
    expect(found).toMatchObject({ is: 'foreign', files: [] });
    expect([...(found as { commits: readonly string[] }).commits].toSorted()).toEqual(
      [amended, other, tip(repo)].toSorted(),
    );
  });

  test('names folders if there are very many files', async () => {
    const { repo, own } = issue();
    for (let at = 0; at < 201; at++) repo.write(`big/${at}.txt`, `${at}\n`);
    repo.write('top.txt', 'x\n');
    const shown = { commits: [], files: ['big/', 'top.txt'] };
    expect(await reset(repo, own)).toEqual({ is: 'foreign', ...shown });
    expect(await reset(repo, own, { despite: shown })).toMatchObject({ is: 'reset' });
    expect(status(repo)).toBe('');
  });

  test('appears between the question and the answer: it is asked about again', async () => {
    const { repo, own } = issue();
    repo.write('new.txt', 'new\n');
    const despite = { commits: [], files: ['new.txt'] };
    repo.write('later.txt', 'later\n');
    expect(await reset(repo, own, { despite })).toMatchObject({ is: 'foreign', files: ['later.txt', 'new.txt'] });
  });
});

describe('I-48 the wrong branch is never reset', () => {
  test('after the user switched, detached, or moved the branch to before the issue', async () => {
    const { repo, own } = issue();
    repo.git('switch', '--quiet', '--create', 'elsewhere');
    expect(await reset(repo, own)).toBe('git.branch-moved main main elsewhere');
    repo.git('switch', '--quiet', '--detach', 'main');
    expect(await reset(repo, own)).toBe('git.branch-moved main main no branch');
    repo.git('switch', '--quiet', 'main');
    repo.git('switch', '--quiet', '--orphan', 'empty');
    repo.git('commit', '--quiet', '--allow-empty', '--message=empty');
    repo.git('branch', '--quiet', '--force', 'main', 'empty');
    repo.git('symbolic-ref', 'HEAD', 'refs/heads/main');
    expect(await reset(repo, own)).toMatch(new RegExp(`^git.branch-moved main ${repo.lane.base}`));
  });

  test('while another worktree has the branch, an operation of git is unfinished, or the index is locked', async () => {
    const { repo, own } = issue();
    repo.git('worktree', 'add', '--quiet', '--force', '../둘째', 'main');
    expect(await reset(repo, own)).toMatch(/^git\.failed .*the branch main is also checked out in .*둘째/);
    repo.git('worktree', 'remove', '../둘째');
    writeFileSync(join(repo.root, '.git/MERGE_HEAD'), `${repo.lane.base}\n`);
    expect(await reset(repo, own)).toMatch(/unfinished \(MERGE_HEAD\): finish or abort it first/);
    rmSync(join(repo.root, '.git/MERGE_HEAD'));
    const lock = join(repo.root, '.git/index.lock');
    writeFileSync(lock, '');
    setTimeout(() => rmSync(lock), 300); // an editor that holds it for a moment
    expect(await reset(repo, own)).toMatchObject({ is: 'reset' });
    expect([tip(repo), status(repo)]).toEqual([repo.lane.base, '']);
  });
});

describe('after a crash', () => {
  test('a half restored checkout is completed, but a file that a person wrote since is asked about', async () => {
    const { repo, own } = issue();
    await reset(repo, own);
    // As after a kill between two files: the branch has moved, some files are gone, the index is old.
    repo.git('read-tree', own[1] ?? '');
    rmSync(join(repo.root, 'src/main.ts'));
    repo.write('src/두번째.ts', 'two\n');
    expect(await reset(repo, own, {}, true)).toEqual({ is: 'reset', kept: first });
    expect(status(repo)).toBe('');
    rmSync(join(repo.root, 'src/main.ts'));
    repo.write('mine.txt', 'mine\n');
    expect(await reset(repo, own, {}, true)).toEqual({ is: 'foreign', commits: [], files: ['mine.txt'] });
    const despite = { commits: [], files: ['mine.txt'] };
    expect(await reset(repo, own, { despite }, true)).toEqual({ is: 'reset', kept: 'refs/harness/kept/run-1/2' });
    expect(repo.git('show', 'refs/harness/kept/run-1/2:mine.txt')).toBe('mine');
  });

  test('a mode alone is an edit too', async () => {
    const { repo, own } = issue();
    chmodSync(join(repo.root, 'readme.md'), 0o755);
    expect(await reset(repo, own)).toEqual({ is: 'foreign', commits: [], files: ['readme.md'] });
  });
});

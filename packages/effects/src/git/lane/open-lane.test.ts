import { chmodSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { clearScratch, openTestLane, plainGit, scratch } from '../scratch.ts';
import { performOpenLane } from './open-lane.ts';

afterAll(clearScratch);

test.concurrent("a lane is a branch at the user's HEAD, with the files of its commit", async () => {
  const repo = scratch();
  const lane = await openTestLane(repo.work());
  expect(lane).toEqual({
    path: '.harness/worktrees/run-1',
    branch: 'harness/add-search',
    base: repo.git('rev-parse', 'HEAD'),
  });
  expect(repo.read(`${lane.path}/src/main.ts`)).toBe('export {};\n');
  expect(repo.gitIn(lane.path, 'status', '--porcelain')).toBe('');
  expect(repo.gitIn(lane.path, 'symbolic-ref', 'HEAD')).toBe('refs/heads/harness/add-search');
});

test.concurrent('DO-06 a lane may have a branch with another name; a second run gets it with a number', async () => {
  const repo = scratch();
  const open = (run: string) => performOpenLane(repo.work(run), { slug: 'x', branch: 'task/0007-search' });
  expect(await open('run-1')).toMatchObject({ value: { branch: 'task/0007-search' } });
  expect(await open('run-1')).toMatchObject({ value: { branch: 'task/0007-search' } });
  expect(await open('run-2')).toMatchObject({ value: { branch: 'task/0007-search-2' } });
  expect(repo.refs('refs/harness/branches')).toHaveLength(2);
});

test.concurrent("the user's tree, index, stash and branch stay byte for byte", async () => {
  const repo = scratch();
  repo.write('stashed.txt', 'x');
  repo.git('stash', '--include-untracked', '--quiet');
  repo.write('readme.md', 'changed\n');
  repo.write('staged.txt', 'staged');
  repo.git('add', 'staged.txt');
  repo.write('new file.txt', 'untracked');
  const seen = () => [
    repo.git('status', '--porcelain=v2', '--branch'),
    repo.git('stash', 'list'),
    repo.git('hash-object', '.git/index'),
    repo.git('rev-parse', 'HEAD'),
  ];
  const before = seen();
  const lane = await openTestLane(repo.work());
  expect(seen()).toEqual(before);
  expect(repo.read(`${lane.path}/readme.md`)).toBe('hello\n');
});

test.concurrent('opening again returns the same lane and creates nothing', async () => {
  const repo = scratch();
  const first = await openTestLane(repo.work());
  repo.git('commit', '--quiet', '--allow-empty', '-m', 'the user went on');
  expect(await openTestLane(repo.work())).toEqual(first);
  expect(repo.refs('refs/heads')).toEqual(['refs/heads/harness/add-search', 'refs/heads/main']);
});

test.concurrent('a second run with the same slug gets a branch with a number', async () => {
  const repo = scratch();
  await openTestLane(repo.work('run-1'));
  expect((await openTestLane(repo.work('run-2'))).branch).toBe('harness/add-search-2');
  expect((await openTestLane(repo.work('run-3'))).branch).toBe('harness/add-search-3');
});

test.concurrent('runs that open the same slug at the same time get different branches', async () => {
  const repo = scratch();
  const lanes = await Promise.all(['a', 'b', 'c', 'd'].map((run) => openTestLane(repo.work(run))));
  expect(new Set(lanes.map((lane) => lane.branch)).size).toBe(4);
  for (const lane of lanes) expect(repo.gitIn(lane.path, 'symbolic-ref', '--short', 'HEAD')).toBe(lane.branch);
});

test.concurrent('never takes a branch, or a folder of branches, of the user', async () => {
  const repo = scratch();
  repo.git('branch', 'harness/add-search/part');
  repo.git('branch', 'harness/add-search-2');
  expect((await openTestLane(repo.work())).branch).toBe('harness/add-search-3');
});

test.concurrent('reports a branch named harness that blocks the name', async () => {
  const repo = scratch();
  repo.git('branch', 'harness');
  await expect(openTestLane(repo.work())).rejects.toThrow('the branch "harness" is in the way');
});

test.concurrent('refuses a slug that is not a valid branch name', async () => {
  const repo = scratch();
  await expect(openTestLane(repo.work(), 'a..b')).rejects.toThrow('bad name');
});

test.concurrent('refuses a repository without a commit', async () => {
  const repo = scratch();
  repo.git('checkout', '--quiet', '--orphan', 'empty');
  await expect(openTestLane(repo.work())).rejects.toThrow('no commit found');
});

test.concurrent('starts at a detached HEAD', async () => {
  const repo = scratch();
  repo.git('checkout', '--quiet', '--detach');
  const lane = await openTestLane(repo.work());
  expect(lane.base).toBe(repo.git('rev-parse', 'HEAD'));
  expect(repo.git('branch', '--show-current')).toBe('');
});

test.concurrent('accepts a linked worktree as target', async () => {
  const repo = scratch();
  repo.git('worktree', 'add', '--quiet', '-b', 'side', '../side');
  const root = join(repo.root, '../side');
  plainGit(root, ['commit', '--quiet', '--allow-empty', '-m', 'on the side']);
  const lane = await openTestLane({ ...repo.work(), repo: root });
  expect(lane.base).toBe(plainGit(root, ['rev-parse', 'HEAD']));
  expect(existsSync(join(root, lane.path, 'readme.md'))).toBe(true);
});

test.concurrent('accepts a repository path with spaces, Korean and a dash', async () => {
  const repo = scratch({ name: '-내 프로젝트 "x"' });
  const lane = await openTestLane(repo.work());
  expect(repo.gitIn(lane.path, 'status', '--porcelain')).toBe('');
});

test.concurrent('runs no hook of the target', async () => {
  const repo = scratch();
  for (const hook of ['post-checkout', 'reference-transaction', 'post-index-change', 'pre-commit']) {
    repo.write(`.git/hooks/${hook}`, `#!/bin/sh\ntouch "${repo.root}/../hook-ran"\nexit 1\n`);
    chmodSync(join(repo.root, '.git/hooks', hook), 0o755);
  }
  await openTestLane(repo.work());
  expect(existsSync(join(repo.root, '../hook-ran'))).toBe(false);
});

test.concurrent('ignores locks on names of a killed git', async () => {
  const repo = scratch();
  repo.write('.git/refs/harness/lanes/add-search.lock', '');
  repo.write('.git/refs/heads/harness/add-search-2.lock', '');
  expect((await openTestLane(repo.work())).branch).toBe('harness/add-search-2');
});

test.concurrent('creates an incomplete worktree again', async () => {
  const repo = scratch();
  const lane = await openTestLane(repo.work());
  const gitDir = `.git/worktrees/${readdirSync(join(repo.root, '.git/worktrees'))[0]}`;
  repo.write(`${gitDir}/locked`, 'initializing');
  expect(await openTestLane(repo.work())).toEqual(lane);
  expect(repo.gitIn(lane.path, 'status', '--porcelain')).toBe('');
  expect(repo.refs('refs/harness/kept')).toEqual([]);
});

test.concurrent('keeps files in place of the lane before it is created', async () => {
  const repo = scratch();
  repo.write('.harness/worktrees/run-1/precious.txt', 'precious');
  const work = repo.work();
  await performOpenLane(work, { slug: 'x' });
  expect(work.reported).toEqual(['refs/harness/kept/run-1/1']);
  expect(repo.git('show', 'refs/harness/kept/run-1/1:precious.txt')).toBe('precious');
});

test.concurrent('leaves the branch to a person who takes the name between two tries', async () => {
  const repo = scratch();
  const lane = await openTestLane(repo.work());
  repo.git('worktree', 'remove', '--force', lane.path);
  const theirs = repo.git('commit-tree', 'HEAD^{tree}', '-m', 'theirs');
  repo.git('update-ref', `refs/heads/${lane.branch}`, theirs);
  expect((await openTestLane(repo.work())).branch).toBe('harness/add-search-2');
  expect(repo.git('rev-parse', lane.branch)).toBe(theirs);
});

import { existsSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Lane } from '@harness/core/effects/git';
import { ok } from '@harness/core/failure/failure';
import { afterAll, expect, test } from 'vitest';
import { performCommitLane } from '../refs/commit.ts';
import { clearScratch, openTestLane, type Scratch, scratch } from '../scratch.ts';
import { performCheckpoint } from './checkpoint.ts';
import { performCloseLane } from './close-lane.ts';

afterAll(clearScratch);

const edit = (repo: Scratch, lane: Lane, content = 'changed\n') => repo.write(`${lane.path}/readme.md`, content);
const isGone = (repo: Scratch, lane: Lane) =>
  !existsSync(join(repo.root, lane.path)) && !repo.git('worktree', 'list').includes(lane.branch);
const closedEmpty = ok({ kept: null, branchRemoved: true });

test.concurrent('a lane without work leaves nothing', async () => {
  const repo = scratch();
  const lane = await openTestLane(repo.work());
  repo.write(`${lane.path}/ignored/x`, 'ignored');
  expect(await performCloseLane(repo.work(), { lane })).toEqual(closedEmpty);
  expect(isGone(repo, lane)).toBe(true);
  expect(repo.git('for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');
  expect(repo.git('status', '--porcelain')).toBe('');
  expect(await performCloseLane(repo.work(), { lane })).toEqual(closedEmpty);
});

test.concurrent('a lane whose work is committed leaves its branch and no kept ref', async () => {
  const repo = scratch();
  const lane = await openTestLane(repo.work());
  edit(repo, lane, 'first\n');
  await performCheckpoint(repo.work(), { lane });
  edit(repo, lane);
  const saved = await performCheckpoint(repo.work(), { lane });
  if (!saved.ok) throw new Error(saved.failure.code);
  await performCommitLane(repo.work(), { lane, checkpoint: saved.value.commit, message: 'x' });
  for (const _ of ['once', 'twice']) {
    expect(await performCloseLane(repo.work(), { lane })).toEqual(ok({ kept: null, branchRemoved: false }));
    expect(repo.git('show', `${lane.branch}:readme.md`)).toBe('changed');
    expect(repo.refs('refs/harness/lanes')).toEqual([]);
  }
  expect(isGone(repo, lane)).toBe(true);
});

test.concurrent('keeps unsaved work first, and reports it', async () => {
  const repo = scratch();
  const work = repo.work();
  const lane = await openTestLane(work);
  edit(repo, lane);
  repo.write(`${lane.path}/new.txt`, 'new');
  const closed = ok({ kept: 'refs/harness/kept/run-1/1', branchRemoved: true });
  expect(await performCloseLane(work, { lane })).toEqual(closed);
  expect(repo.git('show', 'refs/harness/kept/run-1/1:new.txt')).toBe('new');
  expect(work.reported).toEqual(['refs/harness/kept/run-1/1']);
  expect(await performCloseLane(work, { lane })).toEqual(closed);
  expect(repo.refs('refs/harness/kept').length).toBe(1);
});

test.concurrent('does not report kept work of an earlier lane of the run for a later one, however often it is closed', async () => {
  const repo = scratch();
  const first = await openTestLane(repo.work());
  edit(repo, first);
  await performCloseLane(repo.work(), { lane: first });
  const second = await openTestLane(repo.work());
  for (const _ of ['once', 'twice']) expect(await performCloseLane(repo.work(), { lane: second })).toEqual(closedEmpty);
});

test.concurrent('a later lane of the run with the same work reports its own ref', async () => {
  const repo = scratch();
  for (const number of [1, 2]) {
    const lane = await openTestLane(repo.work());
    edit(repo, lane);
    const kept = `refs/harness/kept/run-1/${number}`;
    expect(await performCloseLane(repo.work(), { lane })).toMatchObject({ value: { kept } });
  }
});

test.concurrent('keeps commits that only a detached HEAD references', async () => {
  const repo = scratch();
  const lane = await openTestLane(repo.work());
  repo.gitIn(lane.path, 'checkout', '--quiet', '--detach');
  edit(repo, lane);
  repo.gitIn(lane.path, 'commit', '--quiet', '-am', 'detached');
  const theirs = repo.gitIn(lane.path, 'rev-parse', 'HEAD');
  expect(await performCloseLane(repo.work(), { lane })).toMatchObject({ value: { kept: 'refs/harness/kept/run-1/1' } });
  expect(repo.git('rev-parse', 'refs/harness/kept/run-1/1')).toBe(theirs);
});

test.concurrent('closes a lane whose folder is missing, or that git forgot', async () => {
  const repo = scratch();
  const one = await openTestLane(repo.work('one'));
  rmSync(join(repo.root, one.path), { recursive: true });
  expect(await performCloseLane(repo.work('one'), { lane: one })).toEqual(closedEmpty);
  expect(isGone(repo, one)).toBe(true);

  const two = await openTestLane(repo.work('two'));
  edit(repo, two);
  rmSync(join(repo.root, two.path, '.git'));
  repo.git('worktree', 'prune');
  expect(await performCloseLane(repo.work('two'), { lane: two })).toMatchObject({
    value: { kept: 'refs/harness/kept/two/1' },
  });
  expect(isGone(repo, two)).toBe(true);
});

test.concurrent('does not remove a branch that is checked out or belongs to another run', async () => {
  const repo = scratch();
  const mine = await openTestLane(repo.work('mine'));
  repo.git('worktree', 'add', '--quiet', '--force', '../theirs', mine.branch);
  expect(await performCloseLane(repo.work('mine'), { lane: mine })).toEqual(ok({ kept: null, branchRemoved: false }));
  repo.git('worktree', 'remove', '../theirs');
  repo.git('branch', '-D', mine.branch);

  const other = await openTestLane(repo.work('other'));
  expect(other.branch).toBe(mine.branch);
  await performCloseLane(repo.work('mine'), { lane: mine });
  expect(repo.git('rev-parse', other.branch)).toBe(other.base);
  expect(existsSync(join(repo.root, other.path))).toBe(true);
});

test.concurrent('does not follow a link that an agent put in place of its lane', async () => {
  const repo = scratch();
  const lane = await openTestLane(repo.work());
  rmSync(join(repo.root, lane.path), { recursive: true });
  symlinkSync(repo.home, join(repo.root, lane.path));
  repo.write('../home/precious', 'x');
  expect(await performCloseLane(repo.work(), { lane })).toEqual(closedEmpty);
  expect(repo.read('../home/precious')).toBe('x');
  expect(isGone(repo, lane)).toBe(true);
});

test.concurrent('keeps a worktree of the user whose folder is temporarily missing', async () => {
  const repo = scratch();
  repo.git('worktree', 'add', '--quiet', '-b', 'usb', '../usb');
  rmSync(join(repo.root, '../usb'), { recursive: true });
  const lane = await openTestLane(repo.work());
  await performCloseLane(repo.work(), { lane });
  expect(repo.git('worktree', 'list')).toContain('usb');
});

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Checkpoint, Lane } from '@harness/core/effects/git';
import type { Outcome } from '@harness/core/failure/failure';
import { afterAll, expect, test } from 'vitest';
import { performCommitLane } from '../refs/commit.ts';
import { clearScratch, type Scratch, scratch } from '../scratch.ts';
import { performCheckpoint } from './checkpoint.ts';
import { performCloseLane } from './close-lane.ts';
import { performContinueLane } from './continue-lane.ts';
import { performInspectTests } from './inspect-tests.ts';

afterAll(clearScratch);

const unwrap = <Value>(outcome: Outcome<Value>): Value => {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure));
  return outcome.value;
};

/** The branch `task/x` with its own commit, and a base that has moved since. */
function diverged(
  mine: string,
  theirs: string,
): { readonly repo: Scratch; readonly head: string; readonly bring: string } {
  const repo = scratch();
  const commit = (file: string, text: string) => {
    repo.write(file, text);
    repo.git('add', '.');
    repo.git('commit', '--quiet', '-m', file);
    return repo.git('rev-parse', 'HEAD');
  };
  repo.git('checkout', '--quiet', '-b', 'task/x');
  const head = commit(mine, 'mine\n');
  repo.git('checkout', '--quiet', 'main');
  return { repo, head, bring: commit(theirs, 'theirs\n') };
}
const tip = (repo: Scratch) => repo.git('rev-parse', 'task/x');
const close = (repo: Scratch, lane: Lane | null) => performCloseLane(repo.work(), { lane });

test.concurrent('continues a branch: a lane on it, a commit on top of it', async () => {
  const { repo, head } = diverged('mine.txt', 'theirs.txt');
  const { lane, conflicts } = unwrap(await performContinueLane(repo.work(), { branch: 'task/x' }));
  expect([lane, conflicts]).toEqual([
    { path: '.harness/worktrees/run-1', branch: 'task/x', base: head, continues: true },
    [],
  ]);
  repo.write(`${lane.path}/mine.txt`, 'better\n');
  const saved = unwrap<Checkpoint>(await performCheckpoint(repo.work(), { lane }));
  const work = repo.work('run-1', '4/done');
  const { commit } = unwrap(await performCommitLane(work, { lane, checkpoint: saved.commit, message: 'better' }));
  await close(repo, lane);
  expect([tip(repo), repo.git('rev-parse', `${commit}^1`)]).toEqual([commit, head]);
  expect(repo.git('show', 'task/x:mine.txt')).toBe('better');
});

test.concurrent('a branch without a new commit outlives its lane', async () => {
  const { repo, head } = diverged('mine.txt', 'theirs.txt');
  const { lane } = unwrap(await performContinueLane(repo.work(), { branch: 'task/x' }));
  expect(await close(repo, lane)).toMatchObject({ value: { branchRemoved: false } });
  expect([tip(repo), existsSync(join(repo.root, lane.path)), repo.refs('refs/harness/continued')]).toEqual([
    ...[head, false, []],
  ]);
  unwrap(await performContinueLane(repo.work('run-2'), { branch: 'task/x' }));
  await performCloseLane(repo.work('run-2'), { lane: null }); // ended while it was opened
  expect([tip(repo), repo.refs('refs/harness/continued')]).toEqual([head, []]);
});

test.concurrent('a merged base is in the files at once, and on the branch with the commit: a merge', async () => {
  const { repo, head, bring } = diverged('mine.txt', 'theirs.txt');
  const { lane, conflicts } = unwrap(await performContinueLane(repo.work(), { branch: 'task/x', bring }));
  expect([conflicts, repo.read(`${lane.path}/theirs.txt`), tip(repo)]).toEqual([[], 'theirs\n', head]);
  const again = unwrap(await performContinueLane(repo.work(), { branch: 'task/x', bring }));
  expect(again.lane.base).toBe(head);
  const merged = lane.brought?.merged ?? '';
  const saved = unwrap<Checkpoint>(await performCheckpoint(repo.work(), { lane }));
  expect([saved.commit, saved.changedFiles]).toEqual([merged, 0]);
  const work = repo.work('run-1', '4/done');
  const { commit } = unwrap(await performCommitLane(work, { lane, checkpoint: merged, message: 'Merge main' }));
  expect(unwrap(await performCommitLane(work, { lane, checkpoint: merged, message: 'Merge main' })).commit).toBe(
    commit,
  );
  expect(repo.git('rev-parse', 'task/x^1', 'task/x^2')).toBe(`${head}\n${bring}`);
  await close(repo, lane);
  expect(tip(repo)).toBe(commit);
});

test.concurrent('reports conflicts with both sides in the file; the review shows their resolution', async () => {
  const { repo, bring } = diverged('readme.md', 'readme.md');
  const { lane, conflicts } = unwrap(await performContinueLane(repo.work(), { branch: 'task/x', bring }));
  expect(conflicts).toEqual(['readme.md']);
  expect(repo.read(`${lane.path}/readme.md`)).toMatch(/<<<<<<<[\s\S]*mine[\s\S]*=======[\s\S]*theirs[\s\S]*>>>>>>>/);
  repo.write(`${lane.path}/readme.md`, 'mine and theirs\n');
  const { commit, diff } = unwrap<Checkpoint>(await performCheckpoint(repo.work(), { lane }));
  const text = readFileSync(join(repo.work().runFolder, diff.path), 'utf8');
  expect(text).toContain('-<<<<<<<');
  expect(text).toContain('+mine and theirs');
  const done = await performCommitLane(repo.work('run-1', '4/done'), {
    lane,
    checkpoint: commit,
    message: 'Merge main',
  });
  expect(done).toMatchObject({ ok: true });
  expect(repo.git('show', 'task/x:readme.md')).toBe('mine and theirs');
  expect(repo.git('rev-parse', 'task/x^2')).toBe(bring);
});

test.concurrent('a test that the base itself deleted does not count', async () => {
  const { repo } = diverged('mine.txt', 'a.test.ts');
  repo.git('rm', '--quiet', 'a.test.ts');
  repo.git('commit', '--quiet', '-m', 'gone');
  const bring = repo.git('rev-parse', 'HEAD');
  const { lane } = unwrap(await performContinueLane(repo.work(), { branch: 'task/x', bring }));
  const saved = unwrap<Checkpoint>(await performCheckpoint(repo.work(), { lane }));
  const guards = { checks: [] };
  expect(await performInspectTests(repo.work(), { lane, checkpoint: saved.commit, ...guards })).toMatchObject({
    value: { weakened: [] },
  });
});

test.concurrent('does not merge a commit that the branch contains', async () => {
  const { repo, head } = diverged('mine.txt', 'theirs.txt');
  const first = repo.git('rev-parse', 'main~');
  const { lane } = unwrap(await performContinueLane(repo.work(), { branch: 'task/x', bring: first }));
  expect(lane).toEqual({ path: '.harness/worktrees/run-1', branch: 'task/x', base: head, continues: true });
});

test.concurrent('refuses a missing branch, and a branch of another run', async () => {
  const { repo } = diverged('mine.txt', 'theirs.txt');
  await expect(performContinueLane(repo.work(), { branch: 'task/none' })).rejects.toThrow(
    'the branch task/none does not exist',
  );
  unwrap(await performContinueLane(repo.work(), { branch: 'task/x' }));
  await expect(performContinueLane(repo.work('run-2'), { branch: 'task/x' })).rejects.toThrow(
    'the run run-1 owns the branch task/x',
  );
});

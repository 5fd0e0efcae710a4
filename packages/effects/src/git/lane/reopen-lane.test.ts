import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ok } from '@harness/core/failure/failure';
import { afterAll, expect, test } from 'vitest';
import { performCommitLane } from '../refs/commit.ts';
import { clearScratch, openTestLane, scratch } from '../scratch.ts';
import { performCheckpoint } from './checkpoint.ts';
import { performCloseLane } from './close-lane.ts';
import { performReopenLane } from './reopen-lane.ts';

afterAll(clearScratch);

async function closedLane() {
  const repo = scratch();
  const lane = await openTestLane(repo.work());
  repo.write(`${lane.path}/readme.md`, 'changed\n');
  const saved = await performCheckpoint(repo.work(), { lane });
  if (!saved.ok) throw new Error(saved.failure.code);
  await performCloseLane(repo.work(), { lane });
  return { repo, lane, checkpoint: saved.value.commit };
}

test.concurrent('a closed lane has its branch and files again, and can be committed and closed', async () => {
  const { repo, lane, checkpoint } = await closedLane();
  for (const _ of ['once', 'twice'])
    expect(await performReopenLane(repo.work(), { lane, checkpoint })).toEqual(ok('reopened'));
  expect(readFileSync(join(repo.root, lane.path, 'readme.md'), 'utf8')).toBe('changed\n');
  expect(await performCommitLane(repo.work(), { lane, checkpoint, message: 'x' })).toMatchObject({ ok: true });
  await performCloseLane(repo.work(), { lane });
  expect(repo.git('show', `${lane.branch}:readme.md`)).toBe('changed');
  expect(repo.refs('refs/harness/lanes')).toEqual([]);
});

test.concurrent('a branch that another run or a person has taken since is left alone', async () => {
  const { repo, lane, checkpoint } = await closedLane();
  repo.git('branch', lane.branch, checkpoint);
  const refused = await performReopenLane(repo.work(), { lane, checkpoint });
  expect(refused).toMatchObject({ ok: false, failure: { code: 'git.branch-moved' } });
  expect(repo.git('rev-parse', lane.branch)).toBe(checkpoint);
});

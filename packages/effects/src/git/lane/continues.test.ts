/** Tests lanes on an existing branch: one run at a time continues it, and it is never removed. */
import { afterAll, expect, test } from 'vitest';
import { performCommitLane } from '../refs/commit.ts';
import { clearScratch, scratch } from '../scratch.ts';
import { performCheckpoint } from './checkpoint.ts';
import { performCloseLane } from './close-lane.ts';
import { performOpenLane } from './open-lane.ts';

afterAll(clearScratch);

const args = { slug: 'x', branch: 'task/0007-search', from: 'main', continues: true } as const;

/** A repository whose branch has one commit more than the base. */
function withBranch() {
  const repo = scratch();
  repo.git('switch', '--quiet', '--create', 'task/0007-search');
  repo.write('a.txt', 'one');
  repo.git('add', 'a.txt');
  repo.git('commit', '--quiet', '--message=One');
  const tip = repo.git('rev-parse', 'HEAD');
  repo.git('switch', '--quiet', 'main');
  const open = async (run: string) => performOpenLane(repo.work(run), args);
  const opened = async (run: string) => {
    const lane = await open(run);
    if (!lane.ok) throw new Error(JSON.stringify(lane.failure));
    return lane.value;
  };
  return { repo, tip, open, opened };
}

test('D-23 a continued lane starts at its branch and commits on top of it', async () => {
  const { repo, tip, opened } = withBranch();
  const lane = await opened('run-1');
  expect(lane).toMatchObject({ branch: 'task/0007-search', base: tip, continues: true });
  expect(await opened('run-1')).toEqual(lane);
  repo.write(`${lane.path}/b.txt`, 'two');
  const saved = await performCheckpoint(repo.work(), { lane });
  if (!saved.ok) throw new Error(saved.failure.code);
  await performCommitLane(repo.work(), { lane, checkpoint: saved.value.commit, message: 'Two' });
  expect(await performCloseLane(repo.work(), { lane })).toMatchObject({ value: { kept: null, branchRemoved: false } });
  expect(repo.git('log', '--format=%s', 'main..task/0007-search')).toBe('Two\nOne');
});

test('D-23 without a branch it starts at the base, like every lane', async () => {
  const repo = scratch();
  const lane = await performOpenLane(repo.work(), args);
  expect(lane).toEqual({
    ok: true,
    value: {
      path: '.harness/worktrees/run-1',
      branch: 'task/0007-search',
      base: repo.git('rev-parse', 'main'),
    },
  });
});

test('an existing branch stays, also without work and after closing twice', async () => {
  const { repo, tip, opened } = withBranch();
  const lane = await opened('run-1');
  for (const _ of ['once', 'twice'])
    expect(await performCloseLane(repo.work(), { lane })).toMatchObject({ value: { branchRemoved: false } });
  expect(repo.git('rev-parse', 'task/0007-search')).toBe(tip);
  expect(repo.refs('refs/harness/branches')).toEqual([]);
});

test('a run that ended while opening releases the branch and leaves it', async () => {
  const { repo, tip, opened } = withBranch();
  await opened('run-1');
  await performCloseLane(repo.work('run-1'), { lane: null });
  expect(repo.git('rev-parse', 'task/0007-search')).toBe(tip);
  expect(await opened('run-2')).toMatchObject({ base: tip });
});

test('a second run learns which run uses the branch', async () => {
  const { open, opened } = withBranch();
  await opened('run-1');
  await expect(open('run-2')).rejects.toThrow('the run run-1 owns the branch task/0007-search');
});

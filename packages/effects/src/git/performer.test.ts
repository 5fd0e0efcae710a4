import { join } from 'node:path';
import { gitOperations, type Lane } from '@harness/core/effects/git';
import { act } from '@harness/core/effects/operation';
import type { PerformContext } from '@harness/core/effects/performer';
import { fail } from '@harness/core/failure/failure';
import { afterAll, expect, test } from 'vitest';
import { gitPerformer } from './performer.ts';
import { clearScratch, type Scratch, scratch } from './scratch.ts';

afterAll(clearScratch);

function performerIn(repo: Scratch) {
  const notes: unknown[] = [];
  const context: PerformContext<AbortSignal> = {
    run: 'run-1',
    key: '0/x',
    interrupted: false,
    earlier: undefined,
    allowances: () => [],
    signal: AbortSignal.abort(),
    note: async (code, params) => {
      notes.push({ code, ...params });
    },
    report: () => {},
  };
  const performer = gitPerformer({ repo: repo.root, runFolder: () => join(repo.home, 'run') });
  const perform = async (effect: { input: unknown }) => (await performer.perform(effect.input, context)).outcome;
  return { performer, perform, notes };
}

test.concurrent('opens, saves, commits and closes a lane, notes kept refs, and ignores the signal', async () => {
  const repo = scratch();
  const { performer, perform, notes } = performerIn(repo);
  expect([performer.kind, performer.afterCrash]).toEqual(['git', 'reconcile']);
  const { openLane, checkpoint, commitLane, closeLane } = gitOperations;
  const opened = await perform(act(openLane, { slug: 'x' }));
  const lane = (opened.ok && opened.value) as Lane;
  repo.write(`${lane.path}/readme.md`, 'changed');
  const saved = await perform(act(checkpoint, { lane }));
  expect(saved).toMatchObject({ ok: true, value: { changedFiles: 1 } });
  const { commit } = (saved.ok && saved.value) as { commit: string };
  expect(await perform(act(commitLane, { lane, checkpoint: commit, message: 'x' }))).toMatchObject({ ok: true });
  expect(await perform(act(closeLane, { lane }))).toMatchObject({ ok: true, value: { kept: null } });
  expect(notes).toEqual([{ code: 'work.kept', ref: 'refs/harness/kept/run-1/1' }]);
});

test.concurrent('knows every operation that a machine may request', async () => {
  const repo = scratch();
  const { perform } = performerIn(repo);
  for (const { op } of Object.values(gitOperations)) {
    const args = { slug: 'a..b', lane: { path: 'x' } };
    expect(await perform({ input: { op, args } })).toMatchObject({ failure: { code: 'git.failed' } });
  }
  await expect(perform({ input: { op: 'push', args: {} } })).rejects.toThrow('No such operation of git: push');
});

test.concurrent('an error of git or the file system is a failure with its reason', async () => {
  const repo = scratch();
  const { perform } = performerIn(repo);
  repo.git('branch', 'harness');
  expect(await perform(act(gitOperations.openLane, { slug: 'x' }))).toEqual(
    fail('git.failed', {
      op: 'open-lane',
      detail: 'the branch "harness" is in the way of branches named harness/…: rename it first',
    }),
  );
  repo.git('branch', '-m', 'harness', 'free');
  repo.write('.harness/worktrees', 'a file where the folder of lanes should be');
  expect(await perform(act(gitOperations.openLane, { slug: 'x' }))).toMatchObject({
    failure: { code: 'git.failed', params: { detail: expect.stringContaining('.harness/worktrees') } },
  });
});

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { gitOperations, type Lane } from '@harness/core/effects/git';
import { act } from '@harness/core/effects/operation';
import type { PerformContext } from '@harness/core/effects/performer';
import { fail } from '@harness/core/failure/failure';
import { afterAll, expect, test } from 'vitest';
import { rowOf } from '../process/table.ts';
import { ownerVariable } from './git-owner.ts';
import { gitPerformer } from './performer.ts';
import { clearScratch, type Scratch, scratch } from './scratch.ts';

afterAll(clearScratch);

function performerIn(repo: Scratch, { run = 'run-1', interrupted = false } = {}) {
  const notes: unknown[] = [];
  const context: PerformContext<AbortSignal> = {
    run,
    key: '0/x',
    interrupted,
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

test.concurrent('names a file that is too large before git reads it, and leaves the lane as it is', async () => {
  const repo = scratch();
  const { perform } = performerIn(repo);
  const { openLane, checkpoint, closeLane } = gitOperations;
  const opened = await perform(act(openLane, { slug: 'x' }));
  const lane = (opened.ok && opened.value) as Lane;
  const file = join(repo.root, lane.path, 'data/big.bin');
  repo.write(`${lane.path}/data/big.bin`, '');
  truncateSync(file, 30 * 1024 ** 3); // sparse
  const started = Date.now();
  expect(await perform(act(checkpoint, { lane }))).toEqual(
    fail('work.too-large', {
      files: 'data/big.bin',
      size: '30.0 GB',
      limit: '1.0 GB',
      path: join(repo.root, lane.path),
    }),
  );
  expect(await perform(act(closeLane, { lane }))).toMatchObject({ ok: false, failure: { code: 'git.failed' } });
  expect(Date.now() - started).toBeLessThan(5_000);
  expect(existsSync(file)).toBe(true);
  repo.write(`${lane.path}/.gitignore`, 'data/\n');
  expect(await perform(act(checkpoint, { lane }))).toMatchObject({ ok: true, value: { changedFiles: 1 } });
});

test.concurrent('stops reading large files when the effect is cancelled', async () => {
  const repo = scratch();
  const { perform } = performerIn(repo); // with an aborted signal
  const { openLane, checkpoint } = gitOperations;
  const opened = await perform(act(openLane, { slug: 'x' }));
  const lane = (opened.ok && opened.value) as Lane;
  for (const name of ['a', 'b', 'c', 'd']) {
    repo.write(`${lane.path}/${name}`, '');
    truncateSync(join(repo.root, lane.path, name), 1024 ** 3);
  }
  expect(await perform(act(checkpoint, { lane }))).toMatchObject({
    failure: { code: 'git.failed', params: { detail: 'git was ended by SIGTERM' } },
  });
});

/** Whether an operation waits for a git process whose owner died. */
async function doesWaitForLeftover(repo: Scratch, effect: { run: string; interrupted: boolean }): Promise<boolean> {
  const env = { ...process.env, [ownerVariable]: `${spawnSync('true').pid}@${repo.root}` };
  const child = spawn('sh', ['-c', 'echo ready; sleep 1; true'], { env });
  await once(child.stdout, 'data'); // its environment may not be readable earlier
  await performerIn(repo, effect).perform(act(gitOperations.closeLane, { lane: null }));
  const isGone = rowOf(child.pid ?? 0) === undefined;
  child.kill();
  return isGone;
}

test.runIf(process.platform === 'linux')(
  'waits for a git of a dead process before the first operation of a run group, and before an interrupted one',
  async () => {
    const repo = scratch();
    expect(await doesWaitForLeftover(repo, { run: 'group', interrupted: false })).toBe(true);
    expect(await doesWaitForLeftover(repo, { run: 'group.3.F-001', interrupted: false })).toBe(false);
    expect(await doesWaitForLeftover(repo, { run: 'group.3.F-001', interrupted: true })).toBe(true);
    expect(await doesWaitForLeftover(repo, { run: 'other', interrupted: false })).toBe(true);
  },
);

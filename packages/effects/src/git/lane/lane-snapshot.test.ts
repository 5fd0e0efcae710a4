import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { clearScratch, openTestLane, scratch } from '../scratch.ts';
import { snapshotLane } from './lane-snapshot.ts';

afterAll(clearScratch);

test('a snapshot reports added, changed and deleted files since, and no ignored ones', async () => {
  const repo = scratch();
  const lane = await openTestLane(repo.work());
  const look = await snapshotLane(repo.root, { cwd: lane.path, checkpoint: lane.base });
  expect(await look?.changes()).toEqual([]);
  repo.write(`${lane.path}/ignored/x`, 'x');
  expect(await look?.changes()).toEqual([]);
  repo.write(`${lane.path}/added.txt`, 'x');
  repo.write(`${lane.path}/readme.md`, 'x');
  repo.gitIn(lane.path, 'rm', '--quiet', 'src/main.ts');
  expect(await look?.changes()).toEqual(['added.txt', 'readme.md', 'src/main.ts']);
});

test('undo keeps the changed files under a ref', async () => {
  const repo = scratch();
  const lane = await openTestLane(repo.work());
  const look = await snapshotLane(repo.root, { cwd: lane.path, checkpoint: lane.base });
  repo.write(`${lane.path}/added.txt`, 'x');
  const undone = await look?.undo(['added.txt'], { run: 'run-1', key: '1/review' });
  expect(undone).toEqual({ ok: true, value: 'refs/harness/kept/run-1/1' });
  expect(existsSync(join(repo.root, lane.path, 'added.txt'))).toBe(false);
  expect(repo.git('show', 'refs/harness/kept/run-1/1:added.txt')).toBe('x');
});

test('a missing lane has no snapshot', async () => {
  const repo = scratch();
  const lane = await openTestLane(repo.work());
  const elsewhere = lane.path.replace(/[^/]+$/, 'nowhere');
  expect(await snapshotLane(repo.root, { cwd: elsewhere, checkpoint: lane.base })).toBeNull();
});

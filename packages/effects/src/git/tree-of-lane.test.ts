import { afterAll, expect, test } from 'vitest';
import { clearScratch, opened, scratch } from './scratch.ts';
import { treeOfLane } from './tree-of-lane.ts';

afterAll(clearScratch);

test('two looks differ exactly when a file does that is not left out', async () => {
  const repo = scratch();
  const lane = await opened(repo.work());
  const look = () => treeOfLane(repo.root, { cwd: lane.path, checkpoint: lane.base }, ['report.md']);
  const before = await look();
  expect(before).toMatch(/^[0-9a-f]{40,}$/);
  expect(await look()).toBe(before);
  repo.write(`${lane.path}/report.md`, 'mine');
  expect(await look()).toBe(before);
  repo.write(`${lane.path}/added.txt`, 'x');
  expect(await look()).not.toBe(before);
});

test("the user's own checkout, and a lane that is not there, are not looked at", async () => {
  const repo = scratch();
  expect(await treeOfLane(repo.root, { cwd: '.', checkpoint: null }, [])).toBeNull();
  const lane = await opened(repo.work());
  const elsewhere = lane.path.replace(/[^/]+$/, 'nowhere');
  expect(await treeOfLane(repo.root, { cwd: elsewhere, checkpoint: lane.base }, [])).toBeNull();
});

import { expect, test } from 'vitest';
import { freeSnapshotName, outdatedSnapshots, snapshotName } from './snapshot.ts';

test('MO-26 a snapshot is named by its time and iteration', () => {
  expect(snapshotName(Date.UTC(2026, 10, 15, 19, 5, 7, 250), 7)).toBe('20261115T190507Z-iter-007');
});

test('MO-04 keeps the newest snapshots and every file with another name', () => {
  const names = [3, 1, 2].map((n) => snapshotName(n * 1_000, n));
  expect(outdatedSnapshots([...names, 'mine'], 2)).toEqual([snapshotName(1_000, 1)]);
  expect(outdatedSnapshots(names, 5)).toEqual([]);
});

test('MO-26 keeps both snapshots taken in the same second, and counts both', () => {
  const name = snapshotName(1_000, 1);
  const second = freeSnapshotName([name], name);
  expect([freeSnapshotName([], name), second, freeSnapshotName([name, second], name)]).toEqual([
    name,
    `${name}-2`,
    `${name}-3`,
  ]);
  expect(outdatedSnapshots([second, name], 1)).toEqual([name]);
});

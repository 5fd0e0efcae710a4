import { expect, test } from 'vitest';
import { outdated, snapshotName } from './snapshot.ts';

test('MO-26 a snapshot is called by its time and its iteration', () => {
  expect(snapshotName(Date.UTC(2026, 10, 15, 19, 5, 7, 250), 7)).toBe('20261115T190507Z-iter-007');
});

test('MO-04 the newest are kept; what has another name is somebody else’s', () => {
  const names = [3, 1, 2].map((n) => snapshotName(n * 1_000, n));
  expect(outdated([...names, 'mine'], 2)).toEqual([snapshotName(1_000, 1)]);
  expect(outdated(names, 5)).toEqual([]);
});

import { emptyFold } from '@harness/core/journal/journal';
import { expect, test } from 'vitest';
import type { OpenJournal } from './journal.ts';
import { waitUntilStopped } from './stop-run.ts';
import type { World } from './world.ts';

const journal = { run: 'r', log: emptyFold() } as OpenJournal;
const worldWith = (read: () => Promise<never>) =>
  ({ inbox: () => ({ read, changed: async () => {} }) }) as unknown as World;
const untilAborted = (ends: AbortSignal) =>
  new Promise<string>((resolve) => ends.addEventListener('abort', () => resolve('ended')));

test.each([
  ['while effects are in progress', (ends: AbortSignal) => [untilAborted(ends), untilAborted(ends)]],
  ['although all effects have finished', () => [new Promise<string>((resolve) => setTimeout(resolve, 100, 'done'))]],
])('an inbox that cannot be read is an error of the run, %s', async (_, begin) => {
  const error = new Error('EIO');
  const world = worldWith(() => Promise.reject(error));
  await expect(waitUntilStopped(journal, world, new AbortController().signal, begin)).rejects.toBe(error);
});

test('an inbox that is read too late is no error: the effects have finished', async () => {
  const world = worldWith(() => Promise.reject(new Error('EIO')));
  const never = new AbortController().signal;
  expect(await waitUntilStopped(journal, world, never, () => [Promise.resolve(1)])).toEqual([1]);
});

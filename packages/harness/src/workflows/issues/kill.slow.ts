/** Kills the loop over ten issues, at each tracker: the same comments, commits and counters, nothing twice, lost or left over. */
import { expect, test } from 'vitest';
import { randomNumbers } from '../../testing/killing.ts';
import { killedLocally, killedQueue, killedRemotely } from './testing/killing.ts';
import { onGitHub, onLinear } from './testing/remote-queues.ts';

/** Kills per tracker. After them its loop runs to its end. */
const shares = [
  ['local', killedLocally, 34],
  ['github', () => killedRemotely(onGitHub), 33],
  ['linear', () => killedRemotely(onLinear), 33],
] as const;

test('I-60 I-70 I-71 kill -9 at 100 random moments over ten issues at each tracker, and stops between them: the same end as without', async () => {
  const random = randomNumbers(Number(process.env['HARNESS_SEED'] ?? 20_261_121));
  const undisturbed = await killedQueue(killedLocally()).finish(
    () => 'leave',
    0,
    () => 0,
  );
  for (const [name, open, kills] of shares) {
    const ended = await killedQueue(await open()).finish(
      (nth) => (nth % 9 === 8 ? 'stop' : 'kill'),
      kills,
      () => random() ** 2 * 900,
    );
    expect(ended, name).toEqual({ kills, story: undisturbed.story });
  }
}, 1_800_000);

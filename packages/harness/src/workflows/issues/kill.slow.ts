/** Kills the loop over ten issues: the same comments, commits and counters, nothing twice, lost or left over. */
import { expect, test } from 'vitest';
import { randomNumbers } from '../../testing/killing.ts';
import { killedQueue } from './testing/killing.ts';

/** Kills per queue; after them it runs to its end. */
const mostKills = 34;

test('I-60 I-70 I-71 kill -9 at 100 random moments over ten issues, and stops between them: the same end as without', async () => {
  const most = Number(process.env['HARNESS_KILLS'] ?? 100);
  const random = randomNumbers(Number(process.env['HARNESS_SEED'] ?? 20_261_121));
  const undisturbed = await killedQueue().finish(
    () => 'leave',
    0,
    () => 0,
  );
  let kills = 0;
  while (kills < most) {
    const ended = await killedQueue().finish(
      (nth) => (nth % 9 === 8 ? 'stop' : 'kill'),
      Math.min(mostKills, most - kills),
      () => random() ** 2 * 900,
    );
    expect(ended.story).toEqual(undisturbed.story);
    kills += ended.kills;
  }
  expect(kills).toBe(most);
}, 1_800_000);

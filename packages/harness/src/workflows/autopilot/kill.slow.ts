/** Kills sessions of autopilot: the same commits, decisions and questions, no call answered twice, nothing lost or left over. */
import { expect, test } from 'vitest';
import { randomNumbers } from '../../testing/killing.ts';
import { type Ending, killedSession, never, nextNewState, randomMoment } from './testing/killing.ts';

/** Kills per session; after them it runs to its end. */
const mostKills = 20;

/** The end of a session that is not killed. */
let ordinary: Promise<Ending> | undefined;
const finishOrdinary = () => (ordinary ??= killedSession().finish(never, 0));

test('A-13 kill -9 in every state of a session, its phases and their work: the same end as without', async () => {
  const undisturbed = await finishOrdinary();
  const seen = new Set<string>();
  const disturbed = await killedSession().finish(nextNewState(seen), 200);
  expect(disturbed.story).toEqual(undisturbed.story);
  expect(seen.size).toBeGreaterThan(35);
}, 400_000);

test('A-13 kill -9 at 100 random moments: the same end as without', async () => {
  const most = Number(process.env['HARNESS_KILLS'] ?? 100);
  const random = randomNumbers(Number(process.env['HARNESS_SEED'] ?? 20_261_119));
  const undisturbed = await finishOrdinary();
  let kills = 0;
  while (kills < most) {
    const ended = await killedSession().finish(randomMoment(random), Math.min(mostKills, most - kills));
    expect(ended.story).toEqual(undisturbed.story);
    kills += ended.kills;
  }
  expect(kills).toBe(most);
}, 1_800_000);

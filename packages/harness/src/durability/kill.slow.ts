import { expect, test } from 'vitest';
import { killUntilDone, randomNumbers } from '../testing/killing.ts';

const wanted = 200;

test(`${wanted} times kill -9 at random moments: every run ends like an undisturbed one, and no work is lost`, async () => {
  const random = randomNumbers(Number(process.env['HARNESS_SEED'] ?? 1));
  let kills = 0;
  let runs = 0;
  while (kills < wanted) {
    kills += await killUntilDone(random, 12);
    runs++;
  }
  console.log(`${kills} kills over ${runs} runs`);
  expect(kills).toBeGreaterThanOrEqual(wanted);
});

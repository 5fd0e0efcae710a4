import { expect, test } from 'vitest';
import { killUntilDone, randomNumbers } from '../testing/killing.ts';

test('kill -9 at random moments: the run ends like an undisturbed one, and no work is lost', {
  timeout: 120_000,
}, async () => {
  expect(await killUntilDone(randomNumbers(20_261_115), 6)).toBeGreaterThan(2);
});

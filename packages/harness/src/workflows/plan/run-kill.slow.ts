/** Kills `harness run` at random moments before its merge, many times, with both forges. */
import { expect, test } from 'vitest';
import { randomNumbers } from '../../testing/killing.ts';
import { describeKills, killToTheEnd, productAtGitHub, productAtLocalForge } from '../../testing/plan-killing.ts';

const first = Number(process.env['HARNESS_SEED'] ?? 1);
const rounds = Number(process.env['HARNESS_ROUNDS'] ?? 30);
/** Consecutive seeds would start with nearly the same number. */
const spread = (seed: number) => randomNumbers(Math.imul(seed, 2_654_435_761));
const kinds = ['plain', 'red', 'behind'] as const;

test(`the local forge, ${rounds} times`, async () => {
  let kills = 0;
  for (let seed = first; seed < first + rounds; seed++) {
    const fell = await killToTheEnd(productAtLocalForge(), spread(seed), 4);
    console.log(describeKills(seed, 'local', fell));
    kills += fell.length;
  }
  expect(kills).toBeGreaterThan(rounds);
});

test(`GitHub, ${rounds} times`, async () => {
  let kills = 0;
  for (let seed = first; seed < first + rounds; seed++) {
    const kind = kinds[seed % kinds.length] ?? 'plain';
    const fell = await killToTheEnd(await productAtGitHub(kind), spread(seed), 4);
    console.log(describeKills(seed, kind, fell));
    kills += fell.length;
  }
  expect(kills).toBeGreaterThan(rounds);
});

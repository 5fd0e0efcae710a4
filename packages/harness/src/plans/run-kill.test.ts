import { expect, test } from 'vitest';
import { numbers } from '../testing/killing.ts';
import { atGitHub, atLocalForge, killedToTheEnd } from '../testing/plan-killing.ts';

test('kill -9 on the way to a merge at the local forge: everything happens once, and nothing is lost', {
  timeout: 120_000,
}, async () => {
  expect(await killedToTheEnd(atLocalForge(), numbers(7), 2)).not.toEqual([]);
});

test('kill -9 on the way to a merge at GitHub: everything happens once, and nothing is lost', {
  timeout: 120_000,
}, async () => {
  expect(await killedToTheEnd(await atGitHub('plain'), numbers(11), 2)).not.toEqual([]);
});

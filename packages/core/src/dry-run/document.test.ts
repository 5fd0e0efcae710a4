import { expect, test } from 'vitest';
import { buildDryRun, type DryRunCall, type DryRunHeader } from './document.ts';
import { estimateOf } from './estimate.ts';

const about: DryRunHeader = {
  workflow: 'converge',
  title: 'Add a login',
  repository: '/repo',
  branch: 'harness/x',
  base: 'b0',
  obstacles: [],
  notes: [],
  assumed: [],
  checks: [],
  limits: { capUsd: null, capTokens: null, ceilingTokens: null },
};

const call = (role: string, prompt: string): DryRunCall => ({
  role,
  mode: 'exec',
  provider: 'scripted',
  model: null,
  stable: `Role: ${role}`,
  prompt,
  limits: { wallMs: 1, idleMs: 1, turns: null, usd: null },
  estimate: estimateOf({ stable: '', prompt, reserveTokens: 10, costOf: 'none' }),
});
const [implement, review, repair] = [call('a', 'do it'), call('b', 'look'), call('a', 'repair it')];

test('lists each call once, with the least and most times that it would be made', () => {
  const { calls, totals } = buildDryRun(
    about,
    [implement, review],
    [implement, review, repair, review, repair, review],
  );
  expect(calls.map(({ role, prompt, when, times }) => [role, prompt, when, times.least, times.most])).toEqual([
    ['a', 'do it', 'always', 1, 1],
    ['b', 'look', 'always', 1, 3],
    ['a', 'repair it', 'after-setback', 0, 2],
  ]);
  expect(totals.calls).toEqual({ least: 2, most: 6 });
});

test('lists one call per role after a setback, and counts all of them', () => {
  const { calls } = buildDryRun(about, [implement], [implement, repair, call('a', 'repair it again')]);
  expect(calls.map(({ prompt, times }) => [prompt, times.most])).toEqual([
    ['do it', 1],
    ['repair it', 2],
  ]);
});

test('a path that ends early after a setback does not lower the maximum', () => {
  const { totals } = buildDryRun(about, [implement, review], [implement]);
  expect(totals.calls).toEqual({ least: 2, most: 2 });
});

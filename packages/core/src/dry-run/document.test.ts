import { expect, test } from 'vitest';
import { buildDryRun, type DryRunCall, type DryRunHeader } from './document.ts';
import { estimateOf } from './estimate.ts';

const about: DryRunHeader = {
  ...{ workflow: 'converge', title: 'Add a login', repository: '/repo', branch: 'harness/x', base: 'b0' },
  ...{ obstacles: [], notes: [], assumed: [], checks: [] },
  limits: { capUsd: null, capTokens: null, ceilingTokens: null },
};

const call = (role: string, prompt: string): DryRunCall => ({
  ...{ role, mode: 'exec', provider: 'scripted', model: null, stable: `Role: ${role}`, prompt },
  limits: { wallMs: 1, idleMs: 1, turns: null, usd: null },
  estimate: estimateOf({ stable: '', prompt, reserveTokens: 10, costOf: 'none' }),
});
const [implement, review, repair] = [call('a', 'do it'), call('b', 'look'), call('a', 'repair it')];

test('a call stands once, with how often it would be made at least and at most', () => {
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

test('of what is asked only after a setback, one call a role is shown, and all are counted', () => {
  const { calls } = buildDryRun(about, [implement], [implement, repair, call('a', 'repair it again')]);
  expect(calls.map(({ prompt, times }) => [prompt, times.most])).toEqual([
    ['do it', 1],
    ['repair it', 2],
  ]);
});

test('a way that ends early because of a setback is not the longer one', () => {
  const { totals } = buildDryRun(about, [implement, review], [implement]);
  expect(totals.calls).toEqual({ least: 2, most: 2 });
});

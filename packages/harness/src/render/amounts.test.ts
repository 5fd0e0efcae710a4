import type { Entry } from '@harness/core/journal/journal';
import { expect, test } from 'vitest';
import { formatCost } from './amounts.ts';
import { laneLines, observe, type Progress } from './progress.ts';

test.each([
  [{ costUsd: 0, rehearsedUsd: 0 }, '$0.00'],
  [{ costUsd: 0.12, rehearsedUsd: 0 }, '$0.12'],
  [{ costUsd: 0.12, rehearsedUsd: 0.12 }, '$0.12 rehearsed'],
  [{ costUsd: 0.3, rehearsedUsd: 0.1 }, '$0.20 + $0.10 rehearsed'],
])('%j is %s', (amounts, text) => expect(formatCost(amounts)).toBe(text));

const usage = { input: 1, output: 0, cacheRead: 0, cacheWrite: 0 };

test('paid and rehearsed cost are shown separately, also while a call streams', () => {
  const effect = { kind: 'agent', input: { role: 'converge.implementer' } };
  const call = (key: string, provider: string, atMs: number): readonly Entry[] => [
    { type: 'asked', key, atMs, effect },
    { type: 'noted', key, atMs, code: 'agent.started', params: { provider } },
  ];
  const paid: Entry = {
    type: 'answered',
    key: '1/x',
    atMs: 2,
    outcome: { ok: true, value: '' },
    spent: { usage, costUsd: 0.2 },
  };
  const progress: Progress = new Map();
  const see = (entry: Entry) => observe(progress, { type: 'entry', run: 'r', seq: 0, entry });
  for (const entry of [...call('1/x', 'claude', 1), paid, ...call('2/x', 'scripted', 3)]) see(entry);
  expect(laneLines(progress, 4, 200)[0]).toContain('$0.20');
  observe(progress, { type: 'live', run: 'r', key: '2/x', event: { type: 'usage', usage, costUsd: 0.1 } });
  expect(laneLines(progress, 4, 200)[0]).toContain('$0.20 + $0.10 rehearsed');
});

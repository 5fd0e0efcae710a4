import { expect, test } from 'vitest';
import type { NewEntry } from '../../journal/journal.ts';
import { noted, started, toEntries } from '../../testing/facts.ts';
import { overBudgetTally, planTokens } from './over-budget.ts';

const plan = (id: string, estimatedPasses: number): NewEntry =>
  ({ ...started('plan'), input: { id, estimatedPasses } }) as NewEntry;
const spend = started(); // any entry works: `after` takes the tokens beside it

function after(...seen: readonly (readonly [run: string, fact: NewEntry, tokens?: number])[]) {
  const state = seen.reduce((before, [run, fact, tokens = 0]) => {
    const [entry] = toEntries([fact]);
    if (!entry) throw new Error('nothing was written');
    return overBudgetTally.see(before, { run, entry, tokens });
  }, overBudgetTally.start);
  return overBudgetTally.news(state);
}
const step = noted('run.resumed');

test('DO-20 reports a plan once when it and its children exceed 200,000 tokens per pass', () => {
  expect(planTokens(2)).toBe(400_000);
  expect(after(['r', plan('0007', 2)], ['r', step, 100_000], ['r.1.loop', step, 300_000])).toEqual([]);
  const over = [
    ['r', plan('0007', 2)],
    ['r', step, 100_000],
    ['r.1.loop', step, 300_001],
  ] as const;
  expect(after(...over)).toEqual([{ code: 'plan.over-budget', params: { plan: '0007', spent: 400_001, of: 400_000 } }]);
  expect(after(...over, ['r.1.loop', noted('plan.over-budget', { plan: '0007' })])).toEqual([]);
});

test('DO-20 each plan of a queue has its own estimate', () => {
  const news = after(
    ...([
      ['q.1.a', plan('0001', 1)],
      ['q.2.a', plan('0002', 1)],
      ['q.1.a', step, 150_000],
    ] as const),
    ...([
      ['q.2.a.3.loop', step, 250_000],
      ['q', step, 900_000],
    ] as const),
  );
  expect(news).toMatchObject([{ params: { plan: '0002' } }]);
});

test('a plan without an estimate, and any other run, is never over budget', () => {
  expect(after(['r', started('plan')], ['r', step, 1e9])).toEqual([]);
  expect(after(['r', spend], ['r', step, 1e9])).toEqual([]);
});

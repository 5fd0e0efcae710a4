import { expect, test } from 'vitest';
import type { NewEntry } from '../../journal/journal.ts';
import { noted, started, written } from '../../testing/facts.ts';
import { overBudgetTally, planTokens } from './over-budget.ts';

const plan = (id: string, estimatedPasses: number): NewEntry =>
  ({ ...started('plan'), input: { id, estimatedPasses } }) as NewEntry;
const spend = started(); // any entry: what it was paid with is said beside it

function after(...seen: readonly (readonly [run: string, fact: NewEntry, tokens?: number])[]) {
  const state = seen.reduce((before, [run, fact, tokens = 0]) => {
    const [entry] = written([fact]);
    if (!entry) throw new Error('nothing was written');
    return overBudgetTally.see(before, { run, entry, tokens });
  }, overBudgetTally.start);
  return overBudgetTally.news(state);
}
const step = noted('run.resumed');

test('DO-20 a plan that uses more than 200,000 tokens a pass is told once, with its children counted', () => {
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

test('DO-20 in a queue each plan has its own estimate', () => {
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

test('a plan whose run was told no estimate, and every other run, has none', () => {
  expect(after(['r', started('plan')], ['r', step, 1e9])).toEqual([]);
  expect(after(['r', spend], ['r', step, 1e9])).toEqual([]);
});

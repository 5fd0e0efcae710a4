import { describe, expect, test } from 'vitest';
import { entrySchema } from '../journal/entry.ts';
import { foldJournal } from '../journal/journal.ts';
import type { NoteCode } from '../journal/note.ts';
import { noted, started, toEntries } from '../testing/facts.ts';
import { type Summary, summaryOf } from '../views/summary.ts';
import { ceilingTally } from './ceiling.ts';
import { noCost, noUsage } from './usage.ts';

const day = 24 * 3_600_000;
const summary = (run: string, tokens: number, spentAtMs: number, more: Partial<Summary> = {}): Summary => ({
  run,
  workflow: 'converge',
  title: '',
  state: 'done',
  startedAtMs: spentAtMs,
  rehearsedUsd: 0,
  open: [],
  ended: { end: 'done', atMs: spentAtMs },
  spent: { usage: { ...noUsage, input: tokens }, costUsd: 0 },
  spentAtMs,
  ...more,
});
const notice = (code: 'budget.near' | 'budget.ceiling-reached', atMs: number) => ({ ceilingTold: { code, atMs } });
const tally = (...others: readonly Summary[]) => ceilingTally({ ceilingTokens: 1_000, warnAt: 0.8 }, others);
type Step = readonly [atMs: number, tokens: number] | readonly [atMs: number, code: NoteCode];
/** Returns the notice after each step, and notes it as the engine does. */
function after(others: readonly Summary[], steps: readonly Step[]): readonly (string | undefined)[] {
  const counted = tally(...others);
  let state = counted.start;
  return steps.map(([atMs, step]) => {
    const fact = typeof step === 'string' ? noted(step, { limit: 'ceilingTokens' }) : started();
    const entry = entrySchema.parse({ ...fact, atMs });
    state = counted.see(state, { run: 'r', entry, tokens: typeof step === 'number' ? step : 0 });
    const [notice] = counted.news(state);
    if (notice) {
      const note = entrySchema.parse({ ...noted(notice.code, { limit: 'ceilingTokens' }), atMs });
      state = counted.see(state, { run: 'r', entry: note, tokens: 0 });
    }
    return notice?.code;
  });
}

describe('D-56 the ceiling of a product', () => {
  test('counts the usage of all runs in the last seven days, and nothing older', () => {
    const all = [summary('a', 600, 10 * day), summary('b', 300, 12 * day), summary('old', 9_000, 2 * day)];
    expect(after(all, [[13 * day, 99]])).toEqual(['budget.near']);
    expect(after(all, [[13 * day, 100]])).toEqual(['budget.ceiling-reached']);
    expect(after(all, [[17 * day - 1, 100]])).toEqual(['budget.ceiling-reached']);
    expect(after(all, [[17 * day, 699]])).toEqual(['budget.near']); // the 600 tokens are seven days old
  });

  test('D-57 is reported once by the run that crosses it, as is the warning before it', () => {
    const others = [summary('a', 700, day)];
    expect(
      after(others, [
        [day, 50],
        [day, 60],
        [day, 100],
        [day, 100],
        [day, 5_000],
      ]),
    ).toEqual([undefined, 'budget.near', undefined, 'budget.ceiling-reached', undefined]);
  });

  test('is not reported again by the next run', () => {
    const others = [summary('a', 1_200, day, notice('budget.ceiling-reached', day))];
    expect(after(others, [[day + 1, 100]])).toEqual([undefined]);
  });

  test('is reported at once if no run has reported it, because the ceiling may have been lowered', () => {
    expect(after([summary('a', 1_200, day)], [[day + 1, 100]])).toEqual(['budget.ceiling-reached']);
  });

  test('is reported again after the usage was below it', () => {
    const others = [summary('a', 1_200, day, notice('budget.ceiling-reached', day))];
    expect(
      after(others, [
        [9 * day, 100],
        [9 * day, 1_000],
        [9 * day, 1],
      ]),
    ).toEqual([undefined, 'budget.ceiling-reached', undefined]);
  });

  test('is remembered across a restart by its note', () => {
    expect(
      after(
        [],
        [
          [day, 1_500],
          [day, 1],
          [day, 'budget.ceiling-reached'],
          [day, 1],
        ],
      ),
    ).toEqual(['budget.ceiling-reached', undefined, undefined, undefined]);
  });
});

test('a summary has the time of the last spending and the last notice about the ceiling', () => {
  const facts = [
    started(),
    noted('agent.spent', { input: 5 }, '1/a'),
    noted('budget.near', { limit: 'ceilingTokens' }),
  ];
  const entries = toEntries([...facts, noted('budget.near', { limit: 'capUsd' })]);
  expect(summaryOf('r', foldJournal(entries))).toMatchObject({
    spentAtMs: 2_000,
    ceilingTold: { code: 'budget.near', atMs: 3_000 },
    spent: { usage: { input: 5 } },
  });
  const silent = summaryOf('r', foldJournal(toEntries([started()])));
  expect([silent.spent, silent.spentAtMs, silent.ceilingTold]).toEqual([noCost, undefined, undefined]);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { agent } from '../effects/agent.ts';
import { ok } from '../failure/failure.ts';
import type { NewEntry } from '../journal/journal.ts';
import { en } from '../messages/en.ts';
import { implementers } from '../testing/converge-roles.ts';
import { answered, noted, toEntries } from '../testing/facts.ts';
import { ledgerOf } from '../testing/ledger.ts';
import { allowances, type Budget, crossedLimit, newBudgetNotices, reserveCall } from './budget.ts';
import { charge, emptyLedger, type Ledger } from './ledger.ts';
import { type CallCost, noUsage, tokensOf } from './usage.ts';

const role = 'converge.implementer';
const work = agent(implementers[role], { cwd: '.', checkpoint: 'c' }, { task: 't', checks: [], repair: null });
const used = (tokens: number, costUsd = 0): CallCost => ({
  usage: { input: tokens / 4, output: tokens / 4, cacheRead: tokens / 4, cacheWrite: tokens / 4 },
  costUsd,
});
const call = (key: string, spent: CallCost, tokens = 0): readonly NewEntry[] => [
  { type: 'asked', key, effect: work, reserved: { tokens, costUsd: 0 } },
  answered(key, ok('done'), spent),
];
const ledger = (...facts: readonly NewEntry[]) => ledgerOf(toEntries(facts));
const budget = (own: Partial<Budget>): Budget => ({ warnAt: 0.8, ...own });
const first = 20_000;

describe('the expected usage of a call', () => {
  const reserved = (before: Ledger, of: string) => {
    const result = reserveCall(before, { key: '9/x', role: of }, budget({}), first);
    return result.ok ? result.value.reserved : undefined;
  };

  test('is the default until the role has an answered call', () => {
    expect(reserved(emptyLedger, role)).toEqual({ tokens: 20_000, costUsd: 0 });
    expect(reserved(ledger(...call('1/x', used(400))), 'converge.reviewer')).toMatchObject({ tokens: 20_000 });
  });

  test('is the average of the role’s calls in this run, over all four kinds of tokens', () => {
    const after = ledger(...call('1/x', used(400, 0.02)), ...call('2/x', used(801, 0.04)));
    expect(reserved(after, role)).toEqual({ tokens: 601, costUsd: 0.03 });
  });
});

describe('a reservation', () => {
  test('succeeds without a cap', () => {
    const free = reserveCall(ledger(...call('1/x', used(1e9, 1e6))), { key: '2/x', role }, budget({}), first);
    expect(free).toMatchObject({ ok: true, value: { reserved: { tokens: 1e9, costUsd: 1e6 } } });
  });

  test('B2 of a first call fails if the cap is lower than its expected usage', () => {
    expect(reserveCall(emptyLedger, { key: '1/x', role }, budget({ capTokens: 20_000 }), first).ok).toBe(true);
    expect(reserveCall(emptyLedger, { key: '1/x', role }, budget({ capTokens: 19_999 }), first)).toEqual({
      ok: false,
      failure: { code: 'budget.cap-reached', params: { limit: 'capTokens', spent: 0, of: 19_999, reserved: 20_000 } },
    });
  });

  test('B2 fails if the cap is spent, whatever the next call would cost', () => {
    const at = (costUsd: number) =>
      reserveCall(ledger(...call('1/x', used(0, costUsd))), { key: '2/x', role: 'a.b' }, budget({ capUsd: 5 }), first);
    expect(at(4.99).ok).toBe(true);
    expect(at(5)).toMatchObject({ ok: false, failure: { params: { limit: 'capUsd', spent: 5, of: 5 } } });
  });

  test('B1 of a second call counts the reservation of the first', () => {
    const capped = budget({ capTokens: 30_000 });
    const one = reserveCall(emptyLedger, { key: '1/a', role }, capped, first);
    if (!one.ok) throw new Error('there is room for one');
    expect(reserveCall(one.value.ledger, { key: '1/b', role }, capped, first)).toMatchObject({
      failure: { params: { spent: 0, reserved: 40_000, of: 30_000 } },
    });
  });

  test('B4 is made once: the same call gets the same reservation, even over the cap', () => {
    const open = ledger({ type: 'asked', key: '1/x', effect: work, reserved: { tokens: 7, costUsd: 0 } });
    const again = reserveCall(open, { key: '1/x', role }, budget({ capTokens: 1 }), first);
    expect(again).toEqual(ok({ reserved: { tokens: 7, costUsd: 0 }, ledger: open }));
  });

  test('of a child counts separately from its parent’s with the same key', () => {
    const capped = budget({ capTokens: 30_000 });
    const one = reserveCall(emptyLedger, { key: '1/x', role, run: 'r' }, capped, first);
    if (!one.ok) throw new Error('there is room for one');
    expect(reserveCall(one.value.ledger, { key: '1/x', role, run: 'r.1.c' }, capped, first).ok).toBe(false);
  });
});

describe('the sentence of a cap', () => {
  test('names the cap and the amount spent', () => {
    const say = en.failures['budget.cap-reached'];
    expect(say({ limit: 'capTokens', spent: 9_500, of: 10_000, reserved: 2_000 })).toBe(
      'The next call does not fit under the cap capTokens of 10,000 tokens: 9,500 tokens spent, 2,000 tokens reserved.',
    );
    expect(say({ limit: 'capUsd', spent: 5.2, of: 5, reserved: 1 })).toBe(
      'The cap capUsd of $5.00 is reached: $5.20 spent.',
    );
  });
});

describe('the allowance of a call', () => {
  const open = (key: string): NewEntry => ({
    type: 'asked',
    key,
    effect: work,
    reserved: { tokens: 100, costUsd: 0.1 },
  });
  const after = ledger(...call('0/x', used(400, 0.5)), open('1/a'), open('1/b'));

  test('is empty without a cap', () => {
    expect(allowances(emptyLedger, { key: '1/x' }, budget({}))).toEqual([]);
  });

  test('is the rest of the cap minus the reservations of other calls', () => {
    expect(allowances(after, { key: '1/a' }, budget({ capTokens: 1_000, capUsd: 2 }))).toEqual([
      { limit: 'capUsd', of: 2, spent: 0.5, left: 1.4 },
      { limit: 'capTokens', of: 1_000, spent: 400, left: 500 },
    ]);
    expect(allowances(after, { key: '1/a' }, budget({ capTokens: 300 }))[0]?.left).toBe(0);
  });

  test('counts all tries of a call against its own limit', () => {
    const [own] = allowances(after, { key: '1/a' }, budget({}), 0.25);
    expect(own).toEqual({ limit: 'limits.usd', of: 0.25, spent: 0, left: 0.25 });
    const entries: NewEntry[] = [
      open('1/a'),
      {
        type: 'failed',
        key: '1/a',
        failure: { code: 'agent.crash', params: {} },
        againAtMs: 0,
        parks: false,
        spent: used(1, 0.2),
      },
    ];
    expect(allowances(ledger(...entries), { key: '1/a' }, budget({}), 0.25)[0]).toMatchObject({
      spent: 0.2,
      left: expect.closeTo(0.05),
    });
  });

  test('B2 allows spending exactly the cap despite binary rounding', () => {
    const after = (...costs: readonly number[]) => ledger(...costs.flatMap((cost, n) => call(`${n}/a`, used(0, cost))));
    const crosses = (spent: number, cost: number, capUsd: number) =>
      crossedLimit(allowances(after(spent), { key: '9/a' }, budget({ capUsd })), used(0, cost)) !== undefined;
    expect([crosses(0.02, 0.01, 0.03), crosses(0.1, 0.2, 0.3), crosses(0.02, 0.02, 0.03)]).toEqual([
      false,
      false,
      true,
    ]);
    expect(reserveCall(after(0.1, 0.1), { key: '9/a', role }, budget({ capUsd: 0.3 }), 0).ok).toBe(true);
  });

  test('is crossed by a higher usage than the rest, and reports the whole sum', () => {
    const room = allowances(after, { key: '1/a' }, budget({ capTokens: 1_000 }));
    expect(crossedLimit(room, used(500))).toBeUndefined();
    expect(crossedLimit(room, used(501))).toEqual({ limit: 'capTokens', of: 1_000, spent: 901 });
    expect(crossedLimit(allowances(after, { key: '1/a' }, budget({ capUsd: 1 })), used(0, 0.41))).toEqual({
      limit: 'capUsd',
      of: 1,
      spent: 0.91,
    });
  });
});

describe('warnings', () => {
  const limited = budget({ capUsd: 10, capTokens: 1_000 });

  test('are sent from the configured share on', () => {
    expect(newBudgetNotices(ledger(...call('1/x', used(796, 7.99))), limited)).toEqual([]);
    expect(newBudgetNotices(ledger(...call('1/x', used(800, 8))), limited)).toEqual([
      { code: 'budget.near', params: { limit: 'capUsd', spent: 8, of: 10 } },
      { code: 'budget.near', params: { limit: 'capTokens', spent: 800, of: 1_000 } },
    ]);
  });

  test('B3 are sent once', () => {
    const near = noted('budget.near', { limit: 'capTokens' });
    expect(newBudgetNotices(ledger(...call('1/x', used(900)), near), budget({ capTokens: 1_000 }))).toEqual([]);
  });

  test('are not sent for a reached cap: the next call fails instead', () => {
    const spent = ledger(...call('1/x', used(0, 10)));
    expect(newBudgetNotices(spent, budget({ capUsd: 10 }))).toEqual([]);
    expect(reserveCall(spent, { key: '2/x', role }, budget({ capUsd: 10 }), first).ok).toBe(false);
  });
});

test('B1 B2 calls within their allowance never cross the cap, in whatever order they finish', () => {
  const step = fc.record({ begin: fc.boolean(), which: fc.nat(5), share: fc.double({ min: 0, max: 1, noNaN: true }) });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50_000 }), fc.array(step, { maxLength: 40 }), (capTokens, steps) => {
      const capped = budget({ capTokens });
      let now: Ledger = emptyLedger;
      const open: string[] = [];
      const record = (fact: NewEntry) => {
        for (const entry of toEntries([fact])) now = charge(now, entry);
      };
      steps.forEach(({ begin, which, share }, n) => {
        if (begin) {
          const room = reserveCall(now, { key: `${n}/x`, role }, capped, 1_000);
          if (!room.ok) return;
          record({ type: 'asked', key: `${n}/x`, effect: work, reserved: room.value.reserved });
          open.push(`${n}/x`);
        } else {
          const key = open.splice(which % Math.max(1, open.length), 1)[0];
          if (key === undefined) return;
          const most = allowances(now, { key }, capped)[0]?.left ?? 0;
          record(answered(key, ok('done'), { usage: { ...noUsage, input: Math.floor(most * share) }, costUsd: 0 }));
        }
        expect(tokensOf(now.spent.usage)).toBeLessThanOrEqual(capTokens);
      });
    }),
    { numRuns: 300 },
  );
});

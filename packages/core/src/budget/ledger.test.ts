import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { agent } from '../effects/agent.ts';
import { check } from '../effects/check.ts';
import { fail, ok } from '../failure/failure.ts';
import { foldJournal, type NewEntry } from '../journal/journal.ts';
import { implementers } from '../testing/converge-roles.ts';
import { answered, asked, cents, ended, failed, noted, started, toEntries } from '../testing/facts.ts';
import { ledgerOf } from '../testing/ledger.ts';
import { callId, charge, emptyLedger, type Reservation } from './ledger.ts';
import { addCost, noCost } from './usage.ts';

const work = agent(
  implementers['converge.implementer'],
  { cwd: '.', checkpoint: 'c' },
  { task: 't', checks: [], repair: null },
);
const reserved = { tokens: 500, costUsd: 0.05 };
const ask = (key: string, own: Reservation = reserved): NewEntry => ({
  type: 'asked',
  key,
  effect: work,
  reserved: own,
});
const ledger = (...facts: readonly NewEntry[]) => ledgerOf(toEntries(facts));

describe('the ledger of a run', () => {
  test('is empty before the first call, and ignores all other entries', () => {
    expect(ledger()).toEqual(emptyLedger);
    expect(ledger(started(), { type: 'moved', state: { at: 'x' } }, noted('run.resumed'))).toEqual(emptyLedger);
  });

  test('E8 holds the reservations of calls without an answer', () => {
    expect([...ledger(ask('1/x'), ask('2/x')).open]).toEqual([
      [callId('', '1/x'), { role: 'converge.implementer', reserved, spent: noCost }],
      [callId('', '2/x'), { role: 'converge.implementer', reserved, spent: noCost }],
    ]);
  });

  test('E8 replaces the reservation with the actual cost', () => {
    const { spent, open, roles } = ledger(ask('1/x'), answered('1/x', ok('done'), cents(3)));
    expect([spent, open.size]).toEqual([cents(3), 0]);
    expect(roles.get('converge.implementer')).toEqual({ calls: 1, spent: cents(3) });
  });

  test('L2 charges a failed try and keeps the reservation for the next one', () => {
    const { spent, open } = ledger(ask('1/x'), failed('1/x', 'agent.rate-limit', {}, cents(1)));
    expect(spent).toEqual(cents(1));
    expect(open.get(callId('', '1/x'))).toMatchObject({ reserved, spent: cents(1) });
  });

  test('L1 charges a try once if a crash interrupted it', () => {
    const { usage, costUsd } = cents(2);
    const interrupted = noted('agent.spent', { ...usage, costUsd }, '1/x');
    const { spent, roles } = ledger(ask('1/x'), interrupted, answered('1/x', ok('done'), cents(3)));
    expect(spent).toEqual(cents(5));
    expect(roles.get('converge.implementer')).toEqual({ calls: 1, spent: cents(5) });
  });

  test('L1 ignores a second answer and a repeated request', () => {
    const once = [ask('1/x'), answered('1/x', ok('done'), cents(3))];
    expect(ledger(...once, answered('1/x', ok('done'), cents(9)))).toEqual(ledger(...once));
    expect(ledger(ask('1/x'), ask('1/x', { tokens: 9, costUsd: 9 }))).toEqual(ledger(ask('1/x')));
  });

  test('a call that failed without usage does not count for the average, a call with usage does', () => {
    expect(ledger(ask('1/x'), answered('1/x', fail('agent.auth'))).roles.size).toBe(0);
    expect(ledger(ask('1/x'), answered('1/x', fail('agent.schema'), cents(1))).roles.size).toBe(1);
  });

  test('ignores checks: they reserve nothing', () => {
    const effect = check({ command: 'npm test', cwd: '.', timeoutMs: 1 });
    expect(ledger(asked('1/c', effect), answered('1/c', ok({})))).toEqual(emptyLedger);
  });

  test('L2 an ended run has no open call, and does not affect another run', () => {
    const child = ledgerOf(toEntries([ask('1/x'), ended('stopped')]), 'r.1.c');
    expect(child.open.size).toBe(0);
    const both = toEntries([ask('1/x')]).reduce((all, entry) => charge(all, entry, 'r'), emptyLedger);
    expect(toEntries([ask('1/x'), ended('stopped')]).reduce((all, entry) => charge(all, entry, 'r.1.c'), both)).toEqual(
      both,
    );
  });

  test('L3 knows which warnings were sent', () => {
    const warning = noted('budget.near', { limit: 'capUsd', spent: 8, of: 10 });
    expect([...ledger(warning, warning).told]).toEqual(['budget.near capUsd']);
  });
});

test('the ledger and the journal agree on the total cost, whatever happens to the calls', () => {
  const step = fc.record({
    key: fc.constantFrom('1/x', '2/x', '3/x'),
    does: fc.constantFrom('ask', 'fail', 'cut', 'answer'),
    n: fc.nat(50),
  });
  const factOf = ({ key, does, n }: { key: string; does: string; n: number }): NewEntry => {
    if (does === 'ask') return ask(key);
    if (does === 'fail') return failed(key, 'agent.timeout', {}, cents(n));
    if (does === 'cut') return noted('agent.spent', { ...cents(n).usage, costUsd: cents(n).costUsd }, key);
    return answered(key, ok('done'), cents(n));
  };
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const first = ['1/x', '2/x', '3/x'].map((key) => ask(key));
      // The engine writes no entry about a call after its answer, except a second answer, which is ignored.
      const closed = new Set<string>();
      const facts = steps.map(factOf).filter((fact) => {
        if (!('key' in fact) || fact.key === undefined) return true;
        if (closed.has(fact.key)) return fact.type === 'answered';
        if (fact.type === 'answered') closed.add(fact.key);
        return true;
      });
      const entries = toEntries([...first, ...facts]);
      const { spent, open, roles } = ledgerOf(entries);
      expect(spent).toEqual(foldJournal(entries).spent);
      expect(open.size).toBe(3 - closed.size);
      const counted = [
        ...[...open.values()].map((call) => call.spent),
        ...[...roles.values()].map((role) => role.spent),
      ];
      expect(counted.reduce(addCost, noCost)).toEqual(spent);
    }),
    { numRuns: 300 },
  );
});

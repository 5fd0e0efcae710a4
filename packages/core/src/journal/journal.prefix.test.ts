/** Tests J2 with random paths through converge, truncated anywhere. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addCost, noCost } from '../budget/usage.ts';
import { en } from '../messages/en.ts';
import { job, words } from '../testing/jobs.ts';
import { walk } from '../testing/walk.ts';
import { listCalls } from '../views/calls.ts';
import { show } from '../views/show.ts';
import { converge } from '../workflows/converge/machine.ts';
import { type Entry, foldJournal } from './journal.ts';

const anyJournal = fc
  .infiniteStream(fc.nat())
  .map((choices) => walk(converge, job, words, (n) => (choices.next().value ?? 0) % n));
const outside = { isOwned: false, answered: new Set<string>() };

test('J2 every prefix of a journal folds, and contains no more than the whole', () => {
  fc.assert(
    fc.property(anyJournal, (entries) => {
      const whole = foldJournal(entries);
      for (let length = 0; length <= entries.length; length++) {
        const log = foldJournal(entries.slice(0, length));
        expect(log.length).toBe(length);
        expect(log.spent.costUsd).toBeLessThanOrEqual(whole.spent.costUsd);
        for (const [key, outcome] of log.answered) expect(outcome).toEqual(whole.answered.get(key));
        for (const key of log.inFlight) expect(log.answered.has(key)).toBe(false);
      }
    }),
    { numRuns: 60 },
  );
});

test('J2 every prefix with a first entry can be shown', () => {
  fc.assert(
    fc.property(anyJournal, fc.nat(), (entries, cut) => {
      const length = 1 + (cut % entries.length);
      const shown = show([{ run: 'r', entries: entries.slice(0, length) }], outside, en);
      expect(shown.timeline).toHaveLength(length);
      expect(shown.endedAt === null).toBe(entries[length - 1]?.type !== 'ended');
    }),
    { numRuns: 200 },
  );
});

test('J3 the cost of all calls and other charges is the cost of the run, in every prefix', () => {
  fc.assert(
    fc.property(anyJournal, fc.nat(), (entries, cut) => {
      const prefix = entries.slice(0, cut % (entries.length + 1));
      const charged = [...listCalls([{ run: 'r', entries: prefix }]), ...prefix.filter(isOther(prefix)).map(spentOn)];
      expect(charged.reduce(addCost, noCost)).toEqual(foldJournal(prefix).spent);
    }),
    { numRuns: 200 },
  );
});

test('the random paths reach every end', () => {
  const places = fc.sample(anyJournal, { numRuns: 300, seed: 1 }).map((entries) => foldJournal(entries).state.at);
  expect(places).toEqual(expect.arrayContaining(Object.keys(converge.ends)));
});

const spentOn = (entry: Entry) => ('spent' in entry && entry.spent ? entry.spent : noCost);

function isOther(entries: readonly Entry[]) {
  const { asked } = foldJournal(entries);
  return (entry: Entry) => 'spent' in entry && asked.get(entry.key)?.effect.kind !== 'agent';
}

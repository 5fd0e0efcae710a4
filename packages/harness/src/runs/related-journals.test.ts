import type { Entry } from '@harness/core/journal/journal';
import { notesForCall } from '@harness/core/views/answer-notes';
import { attemptOf } from '@harness/core/views/calls';
import { expect, test } from 'vitest';
import { readRelatedJournals } from './related-journals.ts';

const asked = (key: string, item: string, atMs: number): Entry => ({
  type: 'asked',
  key,
  atMs,
  effect: {
    kind: 'agent',
    input: { role: 'plans.implementer', item, workplace: { cwd: 'l', checkpoint: null }, input: { task: 'long' } },
  },
});
const ended: Entry = { type: 'ended', atMs: 2, end: 'done', result: null };

const journals: Record<string, readonly Entry[]> = {
  q: [{ type: 'noted', code: 'effect.interrupted', params: {}, atMs: 1 }],
  'q.1.child.1.loop': [asked('1/change', '0001', 1), asked('4/change', '0001', 2), ended],
  'q.2.child.1.loop': [asked('1/change', '0001', 3)],
  'q.3.child.1.loop': [],
};

const question = (key: string, note: string): readonly Entry[] => [
  {
    type: 'asked',
    key,
    atMs: 1,
    effect: { kind: 'question', input: { code: 'tests', choices: [], params: {}, evidence: [], item: '0001' } },
  },
  { type: 'answered', key, atMs: 2, outcome: { ok: true, value: { choice: 'Allow', note, by: 'a', channel: 'http' } } },
];

function counting() {
  const reads: string[] = [];
  const relatives = readRelatedJournals({
    members: async () => Object.keys(journals),
    read: async (run) => {
      reads.push(run);
      return journals[run] ?? [];
    },
  });
  return { reads, relatives };
}

test('attempts count over all runs that the root started, also ended ones', async () => {
  const { relatives } = counting();
  const family = await relatives('q.2.child.1.loop');
  expect(attemptOf(family, 'q.2.child.1.loop', '1/change')).toBe(3);
  expect(family.map(({ run }) => run)).toEqual(['q', 'q.1.child.1.loop', 'q.2.child.1.loop']);
});

test('the journal of a run that was reopened is read again for its own calls', async () => {
  const { reads, relatives } = counting();
  await relatives('q.2.child.1.loop');
  await relatives('q.1.child.1.loop');
  expect(reads.filter((run) => run === 'q.1.child.1.loop')).toHaveLength(2);
});

test('an ended journal is read once, and its texts are not kept', async () => {
  const { reads, relatives } = counting();
  await relatives('q.2.child.1.loop');
  const family = await relatives('q.2.child.1.loop');
  expect(reads.filter((run) => run === 'q.1.child.1.loop')).toHaveLength(1);
  expect(reads.filter((run) => run === 'q')).toHaveLength(2);
  expect(JSON.stringify(family.find(({ run }) => run === 'q.1.child.1.loop'))).not.toContain('long');
});

test('of an ended journal the notes of people are kept, and who got them', async () => {
  const own = 'q.2.child.1.loop';
  const notesWith = async (...more: readonly Entry[]) => {
    const all = {
      q: [ended],
      'q.1.child.1.loop': [...question('0/answer', 'as before'), ...more, ended],
      [own]: journals[own],
    };
    const family = readRelatedJournals({
      members: async () => Object.keys(all),
      read: async (run) => all[run as 'q'] ?? [],
    });
    return notesForCall(await family(own), own, '1/change').map(({ text }) => text);
  };
  const called: Entry = { type: 'answered', key: '1/change', atMs: 2, outcome: { ok: true, value: 'long' } };
  expect(await notesWith(...question('2/answer', ''))).toEqual(['as before']);
  expect(await notesWith(asked('1/change', '0001', 2), called)).toEqual([]);
});

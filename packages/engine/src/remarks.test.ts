import { question } from '@harness/core/effects/question';
import type { NewEntry } from '@harness/core/journal/journal';
import { defineMachine, defineStep, type Machine } from '@harness/core/machine/machine';
import { expect, test } from 'vitest';
import { drive } from './drive.ts';
import { startAndDriveRun } from './runs.ts';
import { memoryStore } from './testing/memory-store.ts';
import { testWorld } from './testing/world.ts';

type Ask = { at: 'asking' } | { at: 'over' };
const step = defineStep<Ask>();
const asker = defineMachine<null, Ask, null>()({
  id: 'asker',
  version: 1,
  start: () => ({ at: 'asking' }),
  steps: [
    step({
      at: 'asking',
      to: ['over'],
      needs: () => ({ answer: question('passes', { passes: 3 }) }),
      next: () => ({ at: 'over' }),
    }),
  ],
  ends: { over: 'done' },
  result: () => null,
  results: [null],
}) as Machine;

const never = new AbortController().signal;
const remarksOn = (fact: NewEntry): readonly NewEntry[] =>
  fact.type === 'asked' || fact.type === 'ended'
    ? [{ type: 'noted', code: 'news.told', params: { kind: fact.type } }]
    : [];

test('a remark is written before its fact in the same append, once: a second drive writes none', async () => {
  const store = memoryStore();
  const { world } = await testWorld(store, 'r', [asker]);
  const watched = { ...world, remarks: (_: string, __: unknown, fact: NewEntry) => remarksOn(fact) };
  await startAndDriveRun(watched, { run: 'r', machine: asker.id, title: 't', settings: {}, input: null }, never);
  const types = () => (store.files.get('r') ?? []).map(({ type }) => type);
  expect(types()).toEqual(['started', 'noted', 'asked']);

  expect(await drive('r', watched, never)).toEqual({ is: 'waiting' });
  expect(types()).toEqual(['started', 'noted', 'asked']);

  const answer = { version: 1, type: 'answer', question: 'r.0.answer', choice: 'stop' } as const;
  await store.inbox('r').put('r.0.answer', { ...answer, note: '', by: 'me', channel: 'command', atMs: 0 });
  await drive('r', watched, never);
  expect(types()).toEqual(['started', 'noted', 'asked', 'answered', 'moved', 'noted', 'ended']);
});

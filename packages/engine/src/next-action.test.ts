import { ok } from '@harness/core/failure/failure';
import { type Entry, foldJournal } from '@harness/core/journal/journal';
import type { Effect, Machine } from '@harness/core/machine/machine';
import { expect, test } from 'vitest';
import { nextAction } from './next-action.ts';
import { walker } from './testing/machines.ts';

const asked: Effect = { kind: 'git', input: { op: 'push', args: { n: 1, files: ['a', 'b'] } } };
const entries: readonly Entry[] = [
  {
    type: 'started',
    atMs: 1,
    machine: 'walker',
    version: 1,
    title: '',
    settings: {},
    input: null,
    state: { at: 'first' },
  },
  { type: 'asked', atMs: 2, key: '0/a', effect: asked },
  { type: 'answered', atMs: 3, key: '0/a', outcome: ok(1) },
];
const asking = (input: unknown): Machine => ({
  ...walker,
  steps: new Map([['first', { ...walker.steps.get('first'), needs: () => ({ a: { kind: 'git', input } }) }]]) as never,
});
const next = (input: unknown) => nextAction(foldJournal(entries), asking(input), { movesWithoutWait: 10 });

test('E3 an answered effect is not asked again if a new release writes its fields in another order', () => {
  expect(next({ args: { files: ['a', 'b'], n: 1, note: undefined }, op: 'push' })).toMatchObject({ is: 'move' });
});

test('a changed effect gets a new key and is asked', () => {
  for (const args of [{ n: 2, files: ['a', 'b'] }, { n: 1, files: ['b', 'a'] }, { n: 1 }])
    expect(next({ op: 'push', args })).toMatchObject({ is: 'ask', open: [{ key: '0/a@1' }] });
});

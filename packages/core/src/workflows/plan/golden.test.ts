/** M4 for plan: a journal of version 1 is read, replayed and shown unchanged. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { golden } from '../../testing/golden.ts';
import { plan } from './machine.ts';
import { mergedPlanView } from './view.ts';

const read = (version: number) => readFileSync(new URL(`./journals/v${version}.jsonl`, import.meta.url), 'utf8');
const entries = golden({ machine: plan, version: 1, journal: read(1), at: 'shipped' });

test('M4 a golden journal of the released version exists', () => {
  expect(read(plan.version)).not.toBe('');
});

test('M4 the journal shows red checks at the forge, a repair, a catch-up, the merge and the filing', () => {
  const states = entries.flatMap((entry) => (entry.type === 'moved' ? [entry.state.at] : []));
  expect(states).toEqual([
    'converging',
    'delivering',
    'mending',
    'delivering',
    'catching-up',
    'mending',
    'delivering',
    'filing',
    'shipped',
  ]);
  expect(mergedPlanView([{ run: 'r', entries }])).toMatchObject({ plan: '0001', base: 'main', left: null });
});

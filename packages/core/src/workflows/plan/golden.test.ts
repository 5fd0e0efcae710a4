/** M4 for the run of a plan: what it wrote in version 1 is read, replayed and shown as it was. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { golden } from '../../testing/golden.ts';
import { plan } from './machine.ts';
import { mergedPlanView } from './view.ts';

const read = (version: number) => readFileSync(new URL(`./journals/v${version}.jsonl`, import.meta.url), 'utf8');
const entries = golden({ machine: plan, version: 1, journal: read(1), at: 'shipped' });

test('M4 there is a golden journal of the version that is released', () => {
  expect(read(plan.version)).not.toBe('');
});

test('M4 it is shown with its story: red at the forge, mended, behind its base, caught up, merged and filed', () => {
  const states = entries.flatMap((entry) => (entry.type === 'moved' ? [entry.state.at] : []));
  expect(states).toEqual([
    ...[
      'converging',
      'delivering',
      'mending',
      'delivering',
      'catching-up',
      'mending',
      'delivering',
      'filing',
      'shipped',
    ],
  ]);
  expect(mergedPlanView([{ run: 'r', entries }])).toMatchObject({ plan: '0001', base: 'main', left: null });
});

/** What a feature begins on where nothing is merged. */
import { expect, test } from 'vitest';
import { allPassedWork, stackedBaseFor } from './stacked-base.ts';
import type { FeatureState } from './state.ts';

const row = (id: string, more: Partial<FeatureState> = {}): FeatureState => ({
  id,
  after: [],
  kinds: [],
  status: 'passed',
  attempts: 1,
  architected: false,
  ...more,
});

test('MO-05 a feature begins on everything that it depends on, also by others, in the order of the plan', () => {
  const features = [
    row('A', { commit: 'a' }),
    row('B', { after: ['A'], commit: 'b' }),
    row('C', { commit: 'c' }),
    row('D', { after: ['C', 'B'], status: 'todo' }),
    row('E', { status: 'todo' }),
  ];
  expect(stackedBaseFor({ features }, 'D')).toEqual(['a', 'b', 'c']);
  expect(stackedBaseFor({ features }, 'E')).toEqual([]);
  expect(allPassedWork({ features })).toEqual(['a', 'b', 'c']);
});

test('MO-05 one that passed before this mission, or without a change of its own, is looked for by its branch', () => {
  const features = [row('A'), row('B', { after: ['A'], status: 'todo' })];
  expect(stackedBaseFor({ features }, 'B')).toEqual(['harness/A']);
});

test('MO-26 one that is opened again begins on its own work, too', () => {
  const features = [row('A', { commit: 'a' }), row('B', { after: ['A'], status: 'failing', commit: 'b' })];
  expect(stackedBaseFor({ features }, 'B')).toEqual(['b', 'a']);
});

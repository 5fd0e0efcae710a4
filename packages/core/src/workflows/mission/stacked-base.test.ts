/** Tests the stacked base of features that are not merged. */
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

test('MO-05 a feature starts on all its dependencies, also indirect ones, in plan order', () => {
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

test('MO-05 a dependency without a commit in this mission is found by its branch', () => {
  const features = [row('A'), row('B', { after: ['A'], status: 'todo' })];
  expect(stackedBaseFor({ features }, 'B')).toEqual(['harness/A']);
});

test('MO-26 a reopened feature also starts on its own work', () => {
  const features = [row('A', { commit: 'a' }), row('B', { after: ['A'], status: 'failing', commit: 'b' })];
  expect(stackedBaseFor({ features }, 'B')).toEqual(['b', 'a']);
});

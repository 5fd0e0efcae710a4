import { expect, test } from 'vitest';
import { isUnit, unitOf } from './unit.ts';

test.each<[string, string, boolean, string | undefined]>([
  ['x-1', 'converge', true, 'x-1'],
  ['x-1.3.loop', 'plan', false, 'x-1'],
  ['q-1', 'plans', false, undefined],
  ['q-1.3.plan', 'plans', true, 'q-1.3.plan'],
  ['q-1.3.plan.1.loop', 'plans', false, 'q-1.3.plan'],
  ['q-1.3.watcher', 'plans', false, undefined],
])('%s of a run of %s: is a unit: %s', (run, workflow, isOne, unit) => {
  expect(isUnit(run, workflow)).toBe(isOne);
  expect(unitOf(run, workflow)).toBe(unit);
});

import { expect, test } from 'vitest';
import { counted, isDiscoveryDue, noCounters, overIds } from './loop.ts';

const completed = { at: 'completed', groups: 1, allGroups: 1, commits: ['d1'], friction: [] } as const;
const gaveUp = { at: 'gave-up', failure: { type: 'structural', reason: 'red' }, friction: ['slow'] } as const;
const skipped = { at: 'skipped', friction: [] } as const;

test('Id-01 Id-07 a completed issue ends a row of failures, and every issue is one iteration', () => {
  const twice = counted(counted(noCounters, 'A-1', gaveUp), 'A-2', gaveUp);
  expect(twice).toMatchObject({ consecutiveFailures: 2, failed: ['A-1', 'A-2'], iteration: 3 });
  expect(counted(twice, 'A-3', completed)).toMatchObject({ consecutiveFailures: 0, completed: ['A-3'], iteration: 4 });
});

test('IO-03 a skipped issue is no failure and ends no row of them', () => {
  const one = counted(noCounters, 'A-1', gaveUp);
  expect(counted(one, 'A-2', skipped)).toMatchObject({ consecutiveFailures: 1, skipped: ['A-2'] });
});

test('I-54 an id counts once', () => {
  expect(counted(counted(noCounters, 'A-1', completed), 'A-1', completed).completed).toEqual(['A-1']);
});

test('I-16 Id-02 issues that are over are excluded', () => {
  const all = [completed, gaveUp, skipped].reduce((now, end, at) => counted(now, `A-${at}`, end), noCounters);
  expect(overIds(all)).toEqual(['A-0', 'A-1', 'A-2']);
});

test('I-56 friction names its issue and iteration, and only the newest is kept', () => {
  expect(counted(noCounters, 'A-1', gaveUp).friction).toEqual([{ issue: 'A-1', iteration: 1, points: ['slow'] }]);
  const many = Array.from({ length: 60 }, (_, at) => `A-${at}`).reduce(
    (now, id) => counted(now, id, gaveUp),
    noCounters,
  );
  expect(many.friction).toHaveLength(50);
  expect(many.friction.at(-1)?.issue).toBe('A-59');
});

test('I-57 a discovery pass is due after each fifth completed issue, and not after a failure', () => {
  const ids = ['A-1', 'A-2', 'A-3', 'A-4', 'A-5', 'A-6'];
  const steps = ids.map((_, at) => ids.slice(0, at + 1).reduce((now, id) => counted(now, id, completed), noCounters));
  expect(steps.map((now, at) => isDiscoveryDue(now, steps[at - 1] ?? noCounters, 5))).toEqual([
    false,
    false,
    false,
    false,
    true,
    false,
  ]);
  const fifth = steps[4] ?? noCounters;
  expect(isDiscoveryDue(counted(fifth, 'B-1', gaveUp), fifth, 5)).toBe(false);
});

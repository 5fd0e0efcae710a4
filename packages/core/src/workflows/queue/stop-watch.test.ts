import { expect, test } from 'vitest';
import { moved, noted, toEntries } from '../../testing/facts.ts';
import { createStopWatch } from './stop-watch.ts';

const seen = (at: string, facts: Parameters<typeof toEntries>[0]) => {
  const watch = createStopWatch(at);
  return toEntries(facts).map((entry) => [watch.isStoppedBy(entry), watch.isStarted()]);
};

test('a queue that stops ends its daemon, once', () => {
  expect(seen('idle', [moved('idle'), moved('stopped')])).toEqual([
    [false, true],
    [true, false],
  ]);
});

test('a stopped queue is started by the next daemon, whatever entries repeat its state', () => {
  const upgraded = { type: 'upgraded', version: 1, state: { at: 'stopped' } } as const;
  expect(
    seen('stopped', [noted('run.resumed'), upgraded, moved('stopped'), moved('looking'), moved('stopped')]),
  ).toEqual([
    [false, false],
    [false, false],
    [false, false],
    [false, true],
    [true, false],
  ]);
});

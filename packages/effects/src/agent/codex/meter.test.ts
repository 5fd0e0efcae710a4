import { noUsage, type Usage } from '@harness/core/budget/usage';
import { expect, test } from 'vitest';
import { openMeter } from './meter.ts';

const prices = { m: { input: 10, output: 10, cacheRead: 0, cacheWrite: 0 } };
const usage = (input: number, output: number): Usage => ({ ...noUsage, input, output });

test('each answer is told as it comes, with what it costs, and the total adds nothing to that', () => {
  const meter = openMeter('m', noUsage, prices);
  expect(meter.add(usage(100_000, 0))).toEqual({ usage: usage(100_000, 0), costUsd: 1 });
  meter.add(usage(0, 100_000));
  expect(meter.settle(usage(100_000, 100_000)).usage).toEqual(noUsage);
  expect([meter.spent(), meter.answers()]).toEqual([{ usage: usage(100_000, 100_000), costUsd: 2 }, 2]);
});

test('a total counts from the beginning of the session: what earlier calls told is taken off', () => {
  const meter = openMeter('m', usage(500, 50), prices);
  expect(meter.settle(usage(800, 60)).usage).toEqual(usage(300, 10));
  expect(meter.counted()).toEqual(usage(800, 60));
});

test('a call that was cut off has told what it counted, and the next one does not tell it again', () => {
  const cut = openMeter('m', usage(500, 50), prices);
  cut.add(usage(100, 5));
  const next = openMeter('m', cut.counted(), prices);
  next.add(usage(200, 7));
  expect(next.settle(usage(800, 62)).usage).toEqual(noUsage);
});

test('what others used whom the agent asked is not in the total, and stays counted', () => {
  const meter = openMeter('m', noUsage, prices);
  meter.add(usage(100, 5));
  meter.add(usage(70, 3));
  expect(meter.settle(usage(100, 5)).usage).toEqual(noUsage);
  expect(meter.spent().usage).toEqual(usage(170, 8));
});

test('the model is what the program says it is', () => {
  const meter = openMeter('dear', noUsage, { ...prices, dear: { ...noUsage, input: 50, output: 99 } });
  expect(meter.add(usage(100_000, 0)).costUsd).toBe(5);
  meter.setModel('m');
  expect(meter.add(usage(100_000, 0)).costUsd).toBe(1);
});

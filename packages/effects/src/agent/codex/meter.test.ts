import { noUsage, type Usage } from '@harness/core/budget/usage';
import { expect, test } from 'vitest';
import { createCodexMeter } from './meter.ts';

const prices = { m: { input: 10, output: 10, cacheRead: 0, cacheWrite: 0 } };
const usage = (input: number, output: number): Usage => ({ ...noUsage, input, output });

test('reports each answer with its cost, and the total adds nothing', () => {
  const meter = createCodexMeter('m', noUsage, prices);
  expect(meter.add(usage(100_000, 0))).toEqual({ usage: usage(100_000, 0), costUsd: 1 });
  meter.add(usage(0, 100_000));
  expect(meter.settle(usage(100_000, 100_000)).usage).toEqual(noUsage);
  expect([meter.spent(), meter.answers()]).toEqual([{ usage: usage(100_000, 100_000), costUsd: 2 }, 2]);
});

test("subtracts the usage of earlier calls from the session's total", () => {
  const meter = createCodexMeter('m', usage(500, 50), prices);
  expect(meter.settle(usage(800, 60)).usage).toEqual(usage(300, 10));
  expect(meter.counted()).toEqual(usage(800, 60));
});

test('the next call does not report the usage of an interrupted call again', () => {
  const cut = createCodexMeter('m', usage(500, 50), prices);
  cut.add(usage(100, 5));
  const next = createCodexMeter('m', cut.counted(), prices);
  next.add(usage(200, 7));
  expect(next.settle(usage(800, 62)).usage).toEqual(noUsage);
});

test('keeps the usage of subagents, which the total does not include', () => {
  const meter = createCodexMeter('m', noUsage, prices);
  meter.add(usage(100, 5));
  meter.add(usage(70, 3));
  expect(meter.settle(usage(100, 5)).usage).toEqual(noUsage);
  expect(meter.spent().usage).toEqual(usage(170, 8));
});

test('uses the prices of the model that the program reports', () => {
  const meter = createCodexMeter('dear', noUsage, { ...prices, dear: { ...noUsage, input: 50, output: 99 } });
  expect(meter.add(usage(100_000, 0)).costUsd).toBe(5);
  meter.setModel('m');
  expect(meter.add(usage(100_000, 0)).costUsd).toBe(1);
});

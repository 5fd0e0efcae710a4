/** Tests that lanes never move in waves: schedules many features with known durations by the rules. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  lowerBoundMs,
  makespanMs,
  sampleFeatures,
  scheduleByRules,
  type TimedFeature,
} from '../../testing/lane-schedule.ts';

/** Any acyclic graph: each feature depends on earlier ones. */
const graphs = fc
  .array(fc.tuple(fc.nat(9), fc.nat(4), fc.array(fc.nat(), { maxLength: 2 })), { maxLength: 12 })
  .map((rows): readonly TimedFeature[] =>
    rows.map(([work, judge, before], at) => ({
      id: `F-${at}`,
      workMs: work + 1,
      judgeMs: judge + 1,
      after: at === 0 ? [] : [...new Set(before.map((n) => `F-${n % at}`))],
    })),
  );

test('M-29 no lane is free while a feature with merged dependencies waits', () => {
  fc.assert(
    fc.property(graphs, fc.integer({ min: 1, max: 4 }), (features, lanes) => {
      const all = scheduleByRules(features, lanes);
      const end = (id: string) => all.find(({ feature, is }) => feature === id && is === 'validator')?.toMs ?? 0;
      for (const { feature, is, fromMs } of all.filter((one) => one.is === 'worker')) {
        const readyMs = Math.max(0, ...(features.find(({ id }) => id === feature)?.after ?? []).map(end));
        expect(fromMs, `${feature} ${is}`).toBeGreaterThanOrEqual(readyMs);
        for (let ms = readyMs; ms < fromMs; ms++)
          expect(all.filter((one) => one.fromMs <= ms && ms < one.toMs).length, `${feature} at ${ms}`).toBe(lanes);
      }
    }),
  );
});

test('M-29 no schedule beats the bound, and none takes longer than a single lane', () => {
  fc.assert(
    fc.property(graphs, fc.integer({ min: 1, max: 4 }), (features, lanes) => {
      const took = makespanMs(scheduleByRules(features, lanes));
      const alone = features.reduce((sum, { workMs, judgeMs }) => sum + workMs + judgeMs, 0);
      expect(took).toBeGreaterThanOrEqual(features.length === 0 ? 0 : lowerBoundMs(features, lanes) - 1e-9);
      expect(took).toBeLessThanOrEqual(alone);
    }),
  );
});

test('M-29 the rules schedule the 24 features of the bench within 1.05 of the bound', () => {
  expect(sampleFeatures).toHaveLength(24);
  expect(makespanMs(scheduleByRules(sampleFeatures, 4)) / lowerBoundMs(sampleFeatures, 4)).toBeLessThanOrEqual(1.05);
});

test('M-29 with several lanes the longest chain starts first; a single lane keeps the order', () => {
  const features: readonly TimedFeature[] = [
    { id: 'F-1', after: [], workMs: 1, judgeMs: 1 },
    { id: 'F-2', after: [], workMs: 1, judgeMs: 1 },
    { id: 'F-3', after: [], workMs: 1, judgeMs: 1 },
    { id: 'F-4', after: ['F-3'], workMs: 1, judgeMs: 1 },
  ];
  const order = (lanes: number) =>
    scheduleByRules(features, lanes).flatMap(({ feature, is }) => (is === 'worker' ? [feature] : []));
  expect(order(2)).toEqual(['F-3', 'F-1', 'F-2', 'F-4']);
  expect(order(1)).toEqual(['F-1', 'F-2', 'F-3', 'F-4']);
});

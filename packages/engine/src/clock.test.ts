import { describe, expect, test } from 'vitest';
import { createClock, dueMs } from './clock.ts';

const never = new AbortController().signal;

/** A clock whose time passes only by pauses; `adjust` may change the time of day during the nth pause. */
function times(adjust: (pause: number) => number = () => 0) {
  const seen = { wallMs: 1_000_000, steadyMs: 0, pauses: [] as number[] };
  const clock = createClock({
    wallMs: () => seen.wallMs,
    steadyMs: () => seen.steadyMs,
    pause: async (ms) => {
      seen.pauses.push(ms);
      seen.steadyMs += ms;
      seen.wallMs += ms + adjust(seen.pauses.length);
    },
  });
  return { clock, seen };
}
const hour = 3_600_000;

describe('E7 a moment', () => {
  test('E7 in the past needs no wait', async () => {
    const { clock, seen } = times();
    await clock.until(seen.wallMs, never);
    expect(seen.pauses).toEqual([]);
  });

  test('E7 in the far future is reached in short pauses, to the millisecond', async () => {
    const { clock, seen } = times();
    await clock.until(seen.wallMs + 150_000, never);
    expect(seen.pauses).toEqual([60_000, 60_000, 30_000]);
  });

  test('E7 comes no later if the time of day is set back', async () => {
    const { clock, seen } = times((pause) => (pause === 1 ? -24 * hour : 0));
    await clock.until(seen.wallMs + hour, never);
    expect(seen.steadyMs).toBe(hour);
  });

  test('E7 comes no later if the time of day is set back repeatedly', async () => {
    const { clock, seen } = times(() => -hour);
    await clock.until(seen.wallMs + hour, never);
    expect(seen.steadyMs).toBe(hour);
  });

  test('E7 comes with the next pause if the time of day is set forward or the machine slept', async () => {
    const { clock, seen } = times((pause) => (pause === 1 ? 24 * hour : 0));
    await clock.until(seen.wallMs + 10 * hour, never);
    expect(seen.pauses).toEqual([60_000]);
  });
});

describe('E7 a wait that an earlier process started', () => {
  test.each([
    ['continues', { from: 1_000, ms: 500, now: 1_200 }, 1_500],
    ['is over after downtime', { from: 1_000, ms: 500, now: 9_000 }, 1_500],
    ['lasts its full length once more if the time of day is before its start', { from: 1_000, ms: 500, now: 10 }, 510],
  ])('E7 %s', (_, { from, ms, now }, expected) => {
    expect(dueMs(from, ms, now)).toBe(expected);
  });
});

import { describe, expect, test } from 'vitest';
import { openLane } from '../effects/git.ts';
import { act } from '../effects/operation.ts';
import { question } from '../effects/question.ts';
import { type Failure, failureCodes, failures, ok } from '../failure/failure.ts';
import { replay } from '../testing/replay.ts';
import { defineMachine, defineStep, endOfState, type Machine } from './machine.ts';

type S =
  | { readonly at: 'opening' }
  | { readonly at: 'asking'; readonly branch: string }
  | { readonly at: 'over' }
  | { readonly at: 'failed'; readonly because: Failure };

const step = defineStep<S>();

const opening = step({
  at: 'opening',
  to: ['asking', 'failed'],
  needs: () => ({ lane: act(openLane, { slug: 'x' }) }),
  next: (_, { lane }) =>
    lane.ok ? { at: 'asking', branch: lane.value.branch } : { at: 'failed', because: lane.failure },
});

const asking = step({
  at: 'asking',
  to: ['over', 'opening'],
  needs: () => ({ answer: question('passes', { passes: 3 }) }),
  // A wait cannot fail: its answer is the value, not an outcome.
  next: (_, { answer }) => (answer.choice === 'stop' ? { at: 'over' } : { at: 'opening' }),
});

const frame = {
  id: 'lane',
  version: 2,
  start: (): S => ({ at: 'opening' }),
  ends: { over: 'done', failed: 'by-failure' },
  result: () => undefined,
  results: [],
} as const;

const lane = defineMachine<null, S>()({ ...frame, steps: [opening, asking] });
const opened = { lane: ok({ path: 'p', branch: 'harness/x', base: 'b' }) };

describe('a machine', () => {
  test('M1 M2 moves by answers alone: the same answers lead to the same state', () => {
    expect(replay(lane, null, [opened])).toEqual({ at: 'asking', branch: 'harness/x' });
    expect(replay(lane, null, [opened])).toEqual(replay(lane, null, [opened]));
  });

  test('M3 refuses two steps for one state', () => {
    expect(() => defineMachine<null, S>()({ ...frame, steps: [opening, asking, opening] })).toThrow(
      'two steps for one',
    );
  });

  test('M3 returns the named end of a state', () => {
    expect(endOfState(lane as Machine, { at: 'over' })).toBe('done');
  });

  test.each(failureCodes)('M3 takes the end of a by-failure state from the failure table: %s', (code) => {
    const state: S = { at: 'failed', because: { code, params: {} } };
    expect(endOfState(lane as Machine, state)).toBe(failures[code].end);
  });

  test('M3 throws for a state that is neither a step nor an end', () => {
    expect(() => endOfState(lane as Machine, { at: 'nowhere' })).toThrow('lane: nowhere is neither a step nor an end');
  });

  test('M3 accepts no answer after its end', () => {
    const stop = { answer: { choice: 'stop' } };
    expect(() => replay(lane, null, [opened, stop, stop])).toThrow('lane: over has no step');
  });

  test('M4 refuses a state of an older version without an upgrade', () => {
    expect(() => lane.upgrade({ at: 'asking' }, 1)).toThrow('lane: cannot read version 1 of asking');
    const reads = defineMachine<null, S>()({ ...frame, steps: [opening, asking], upgrade: () => ({ at: 'opening' }) });
    expect(reads.upgrade({ at: 'asking' }, 1)).toEqual({ at: 'opening' });
  });

  test('M6 releases nothing by default', () => {
    expect(lane.release({ at: 'opening' })).toEqual({});
  });
});

/** Never called: the compiler checks it. An expected error that disappears is reported as an unused expectation. */
const _checkedByTheCompiler = () => [
  // @ts-expect-error M3 a state without a step or an end: `asking` is missing
  defineMachine<null, S>()({ ...frame, steps: [opening] }),
  // @ts-expect-error M3 an end that is not in the list of ends
  defineMachine<null, S>()({ ...frame, steps: [opening, asking], ends: { over: 'finished', failed: 'failed' } }),
  // @ts-expect-error M3 an end by failure needs a state that carries one
  defineMachine<null, S>()({ ...frame, steps: [opening, asking], ends: { over: 'by-failure', failed: 'failed' } }),
  step({
    at: 'asking',
    to: ['over'],
    needs: () => ({ answer: question('passes', { passes: 3 }) }),
    // @ts-expect-error M3 `next` returns a state that is not in `to`
    next: () => ({ at: 'opening' }),
  }),
  step({
    at: 'opening',
    // @ts-expect-error M3 `to` names a state that does not exist
    to: ['nowhere'],
    needs: () => ({}),
    next: () => ({ at: 'over' }),
  }),
  step({
    at: 'opening',
    to: ['asking'],
    needs: () => ({ lane: act(openLane, { slug: 'x' }) }),
    // @ts-expect-error an outcome must be checked before its value is used
    next: (_, { lane }) => ({ at: 'asking', branch: lane.value.branch }),
  }),
  step({
    at: 'asking',
    to: ['over', 'opening'],
    needs: () => ({ answer: question('passes', { passes: 3 }) }),
    // @ts-expect-error a choice that the question does not offer
    next: (_, { answer }) => (answer.choice === 'perhaps' ? { at: 'over' } : { at: 'opening' }),
  }),
];

import { describe, expect, test } from 'vitest';
import { openLane } from '../effects/git.ts';
import { act } from '../effects/operation.ts';
import { question } from '../effects/question.ts';
import { type Failure, failureCodes, failures, ok } from '../failure/failure.ts';
import { replay } from '../testing/replay.ts';
import { endOf, type Machine, machineOf, stepsOf } from './machine.ts';

type S =
  | { readonly at: 'opening' }
  | { readonly at: 'asking'; readonly branch: string }
  | { readonly at: 'over' }
  | { readonly at: 'failed'; readonly because: Failure };

const step = stepsOf<S>();

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
  // What cannot fail comes as a bare value: there is no outcome to look into.
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

const lane = machineOf<null, S>()({ ...frame, steps: [opening, asking] });
const opened = { lane: ok({ path: 'p', branch: 'harness/x', base: 'b' }) };

describe('a machine', () => {
  test('M1 M2 is moved by answers alone: the same answers lead to the same state', () => {
    expect(replay(lane, null, [opened])).toEqual({ at: 'asking', branch: 'harness/x' });
    expect(replay(lane, null, [opened])).toEqual(replay(lane, null, [opened]));
  });

  test('M3 two steps for one state are refused', () => {
    expect(() => machineOf<null, S>()({ ...frame, steps: [opening, asking, opening] })).toThrow('two steps for one');
  });

  test('M3 an end that is named is that end', () => {
    expect(endOf(lane as Machine, { at: 'over' })).toBe('done');
  });

  test.each(failureCodes)('M3 an end by failure is the end that the table gives to %s', (code) => {
    const state: S = { at: 'failed', because: { code, params: {} } };
    expect(endOf(lane as Machine, state)).toBe(failures[code].end);
  });

  test('M3 a state that is neither a step nor an end is a loud mistake', () => {
    expect(() => endOf(lane as Machine, { at: 'nowhere' })).toThrow('lane: nowhere is neither a step nor an end');
  });

  test('M3 an ended machine takes no more answers', () => {
    const stop = { answer: { choice: 'stop' } };
    expect(() => replay(lane, null, [opened, stop, stop])).toThrow('lane: over has no step');
  });

  test('M4 a state of an older version is refused unless the machine says how to read it', () => {
    expect(() => lane.upgrade({ at: 'asking' }, 1)).toThrow('lane: cannot read version 1 of asking');
    const reads = machineOf<null, S>()({ ...frame, steps: [opening, asking], upgrade: () => ({ at: 'opening' }) });
    expect(reads.upgrade({ at: 'asking' }, 1)).toEqual({ at: 'opening' });
  });

  test('M6 a machine that says nothing holds nothing to give back', () => {
    expect(lane.release({ at: 'opening' })).toEqual({});
  });
});

/** Nothing runs here: the compiler is what is tested. A line that began to compile would be an unused expectation. */
const _heldByTheCompiler = () => [
  // @ts-expect-error M3 a state without a step or an end: `asking` is forgotten
  machineOf<null, S>()({ ...frame, steps: [opening] }),
  // @ts-expect-error M3 an end that is not in the list of ends
  machineOf<null, S>()({ ...frame, steps: [opening, asking], ends: { over: 'finished', failed: 'failed' } }),
  // @ts-expect-error M3 an end by failure needs a state that carries one
  machineOf<null, S>()({ ...frame, steps: [opening, asking], ends: { over: 'by-failure', failed: 'failed' } }),
  step({
    at: 'asking',
    to: ['over'],
    needs: () => ({ answer: question('passes', { passes: 3 }) }),
    // @ts-expect-error M3 `next` goes where `to` does not
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
    // @ts-expect-error an answer that can fail must be looked at before it is used
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

import { describe, expect, test } from 'vitest';
import { closeLane, openLane } from '../effects/git.ts';
import { act } from '../effects/operation.ts';
import { question } from '../effects/question.ts';
import { defineMachine, defineStep } from '../machine/machine.ts';
import { type Exploration, explore } from './explore.ts';

type S = { at: 'trying'; tries: number } | { at: 'asking'; tries: number } | { at: 'over' };
const step = defineStep<S>();
const words = { roles: {}, operations: [openLane, closeLane], machines: {} };
const once = { inputs: [null], words };
const frame = {
  id: 'loop',
  version: 1,
  start: (): S => ({ at: 'trying', tries: 0 }),
  result: () => undefined,
  results: [],
  ends: { over: 'done' },
} as const;
const needs = () => ({ lane: act(openLane, { slug: 'x' }) });

const asking = (next: (tries: number) => number) =>
  step({
    at: 'asking',
    to: ['trying', 'over'],
    needs: () => ({ answer: question('passes', { passes: 3 }) }),
    next: ({ tries }, { answer }) => (answer.choice === 'stop' ? { at: 'over' } : { at: 'trying', tries: next(tries) }),
  });

/** Tries, and asks a person after a failure; the person may answer "again" without end. */
const looping = (next: (tries: number) => number) =>
  defineMachine<null, S>()({
    ...frame,
    steps: [
      step({
        at: 'trying',
        to: ['asking', 'over'],
        needs,
        next: ({ tries }, { lane }) => (lane.ok ? { at: 'over' } : { at: 'asking', tries }),
      }),
      asking(next),
    ],
  });
const same = looping((tries) => tries);

describe('an exploration', () => {
  test('names the counter that answers of a person can raise without limit', () => {
    const { broken } = explore(
      looping((tries) => tries + 1),
      { ...once, limit: 500 },
    );
    expect(broken).toHaveLength(1);
    expect(broken[0]).toMatch(/^grows without bound: (trying|asking)\.tries/);
  });

  test('walks the same loop without the counter to its end, because a person takes part', () => {
    expect(explore(same, once)).toEqual({ states: 3, moves: 5, broken: [] });
  });

  test('X1 finds a state that breaks an invariant, with its path', () => {
    const states = { 'never asks': ({ at }: S) => at !== 'asking' };
    expect(explore(same, { ...once, states }).broken).toEqual(['never asks: start -> asking']);
  });

  test('X1 finds a move that breaks an invariant', () => {
    const moves = { 'nobody stops': ({ from, to }: { from: S; to: S }) => from.at !== 'asking' || to.at !== 'over' };
    expect(explore(same, { ...once, moves }).broken).toEqual(['nobody stops: start -> asking -> over']);
  });

  test('X1 remembers the path, for invariants about history', () => {
    const ask: Exploration<null, S, { asked: boolean }> = {
      ...once,
      history: { start: { asked: false }, after: ({ asked }, { from }) => ({ asked: asked || from.at === 'asking' }) },
      states: { 'nobody tries after asking': ({ at }, _, { asked }) => at !== 'trying' || !asked },
    };
    expect(explore(same, ask).broken).toEqual(['nobody tries after asking: start -> asking -> trying']);
  });

  test('X2 finds a state that cannot end', () => {
    const trapped = defineMachine<null, S>()({
      ...frame,
      steps: [
        step({
          at: 'trying',
          to: ['asking', 'over'],
          needs,
          next: ({ tries }, { lane }) => (lane.ok ? { at: 'over' } : { at: 'asking', tries }),
        }),
        step({
          at: 'asking',
          to: ['asking'],
          needs: () => ({ answer: question('passes', { passes: 3 }) }),
          next: (state) => state,
        }),
      ],
    });
    expect(explore(trapped, once).broken).toEqual(['X2 cannot end: start -> asking']);
  });

  test('X3 finds a loop without a person, clock, child or signal', () => {
    const alone = defineMachine<null, S>()({
      ...frame,
      steps: [
        step({
          at: 'trying',
          to: ['trying', 'over'],
          needs,
          next: (state, { lane }) => (lane.ok ? { at: 'over' } : state),
        }),
        step({
          at: 'asking',
          to: [],
          needs: () => ({}),
          next: () => {
            throw new Error('never here');
          },
        }),
      ],
    });
    expect(explore(alone, once).broken).toEqual(['X3 runs for ever: start']);
  });

  test('X4 finds a move to a state that is not in `to`', () => {
    const trying = same.steps.get('trying');
    if (!trying) throw new Error('there is such a step');
    const silent = { ...same, steps: new Map([...same.steps, ['trying', { ...trying, to: ['over'] as const }]]) };
    expect(explore(silent, once).broken).toEqual(['X4 not in to: start -> asking']);
  });

  test('X4 finds an unused entry of `to`', () => {
    const never = defineMachine<null, S>()({
      ...frame,
      steps: [
        step({ at: 'trying', to: ['asking', 'over'], needs, next: () => ({ at: 'over' }) }),
        asking((tries) => tries),
      ],
    });
    expect(explore(never, once).broken).toEqual([
      'X4 never gone: trying -> asking',
      'X4 never gone: asking -> trying',
      'X4 never gone: asking -> over',
    ]);
  });

  test('X5 finds a step that is not pure', () => {
    let calls = 0;
    const counts = defineMachine<null, S>()({
      ...frame,
      steps: [
        step({ at: 'trying', to: ['asking'], needs, next: () => ({ at: 'asking', tries: calls++ % 2 }) }),
        step({
          at: 'asking',
          to: ['over'],
          needs: () => ({ lane: act(openLane, { slug: `${calls++}` }) }),
          next: () => ({ at: 'over' }),
        }),
      ],
    });
    const found = explore(counts, once).broken;
    expect(found).toContain('X5 next: start -> asking');
    expect(found).toContain('X5 needs: start -> asking');
  });

  test.each<[string, unknown]>([
    ['holds a value that JSON drops', undefined],
    ['holds a value that JSON converts', new Date(0)],
    ['holds a number that JSON cannot represent', Number.NaN],
    ['holds such a value in a nested object', [{ seen: new Set([1]) }]],
    ['is too large for a journal', Array(5_000).fill(1)],
  ])('X5 finds a state that %s', (_, tries) => {
    const start = () => ({ at: 'over', tries }) as unknown as S;
    expect(explore({ ...same, start }, once).broken).toContain('X5 state: start');
  });

  test('M3 finds a state that is neither a step nor an end', () => {
    const lost = { ...same, start: () => ({ at: 'lost' }) as unknown as S };
    expect(explore(lost, once).broken).toContain('M3 neither step nor end: start');
  });

  test('throws if a machine uses an operation outside its vocabulary', () => {
    expect(() => explore(same, { inputs: [null], words: { ...words, operations: [] } })).toThrow('No such operation');
  });
});

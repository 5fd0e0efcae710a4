/** Machines with several children, for tests of run groups. */
import { anyChild } from '@harness/core/effects/any-child';
import { type FirstResult, first } from '@harness/core/effects/first';
import { act, type Operation } from '@harness/core/effects/operation';
import { question } from '@harness/core/effects/question';
import { signal } from '@harness/core/effects/signal';
import { sleep } from '@harness/core/effects/sleep';
import { spawn } from '@harness/core/effects/spawn';
import { defineMachine, defineStep, type Machine } from '@harness/core/machine/machine';

const push: Operation<{ n: number }, number> = { kind: 'git', op: 'push', samples: [1], failures: [] };
const giveBack: Operation<null, string> = { kind: 'git', op: 'give-back', samples: ['back'], failures: [] };

/** Spawns one lane per machine, and waits for them until all, or `enough`, have ended. */
type Lanes =
  | { at: 'spawning'; lanes: readonly string[]; enough: number }
  | { at: 'draining'; lanes: readonly string[]; ended: readonly string[]; enough: number }
  | { at: 'over'; ended: readonly string[] };
export interface LanesInput {
  readonly lanes: readonly string[];
  readonly enough: number;
}
const lane = defineStep<Lanes>();
export const lanesOf = (children: readonly Machine[]): Machine =>
  defineMachine<LanesInput, Lanes, readonly string[]>()({
    id: 'lanes',
    version: 1,
    start: ({ lanes, enough }) => ({ at: 'spawning', lanes, enough }),
    steps: [
      lane({
        at: 'spawning',
        to: ['draining'],
        needs: ({ lanes }) =>
          Object.fromEntries(
            lanes.map((id, n) => [`lane${n}`, spawn(children.find((one) => one.id === id) as Machine, id, null)]),
          ),
        next: ({ enough }, answers) => ({ at: 'draining', lanes: Object.values(answers), ended: [], enough }),
      }),
      lane({
        at: 'draining',
        to: ['draining', 'over'],
        needs: ({ lanes }) => ({ next: anyChild(lanes) }),
        next: ({ lanes, ended, enough }, { next: { child } }) => {
          const all = [...ended, child];
          const left = lanes.filter((one) => one !== child);
          return all.length >= enough
            ? { at: 'over', ended: all }
            : { at: 'draining', lanes: left, ended: all, enough };
        },
      }),
    ],
    ends: { over: 'done' },
    result: ({ ended }) => ended,
    results: [[]],
    release: () => ({ back: act(giveBack, null) }),
  }) as Machine;

/** Sleeps, then pushes once: a lane that needs time. */
type Nap = { at: 'napping' } | { at: 'pushing' } | { at: 'rested' };
const nap = defineStep<Nap>();
export const napper = (id: string, ms: number): Machine =>
  defineMachine<null, Nap, string>()({
    id,
    version: 1,
    start: () => ({ at: 'napping' }),
    steps: [
      nap({ at: 'napping', to: ['pushing'], needs: () => ({ slept: sleep(ms) }), next: () => ({ at: 'pushing' }) }),
      nap({
        at: 'pushing',
        to: ['rested'],
        needs: () => ({ pushed: act(push, { n: 1 }) }),
        next: () => ({ at: 'rested' }),
      }),
    ],
    ends: { rested: 'done' },
    result: () => id,
    results: [id],
    release: () => ({ back: act(giveBack, null) }),
  }) as Machine;

/** Waits for the first of a person, a signal and a timer. */
type Torn = { at: 'torn' } | { at: 'over'; of: string };
const waits = { ask: question('passes', { passes: 3 }), bell: signal('bell', ['ring']), nap: sleep(500) };
export const firstWaiter = (names: readonly (keyof typeof waits)[]): Machine =>
  defineMachine<null, Torn, string>()({
    id: 'torn',
    version: 1,
    start: () => ({ at: 'torn' }),
    steps: [
      defineStep<Torn>()({
        at: 'torn',
        to: ['over'],
        needs: () => ({ one: first(Object.fromEntries(names.map((name) => [name, waits[name]]))) }),
        next: (_, { one }: { one: FirstResult<Record<string, typeof waits.nap>> }) => ({ at: 'over', of: one.of }),
      }),
    ],
    ends: { over: 'done' },
    result: ({ of }) => of,
    results: ['ask'],
  }) as Machine;

type Wide = { at: 'wide' } | { at: 'over'; sum: number };
export const wide = (width: number): Machine =>
  defineMachine<null, Wide, number>()({
    id: 'wide',
    version: 1,
    start: () => ({ at: 'wide' }),
    steps: [
      defineStep<Wide>()({
        at: 'wide',
        to: ['over'],
        needs: () => Object.fromEntries(Array.from({ length: width }, (_, n) => [`n${n}`, act(push, { n: 1 })])),
        next: (_, answers) => ({
          at: 'over',
          sum: Object.values(answers).reduce((sum, one) => sum + (one.ok ? one.value : 0), 0),
        }),
      }),
    ],
    ends: { over: 'done' },
    result: ({ sum }) => sum,
    results: [width],
  }) as Machine;

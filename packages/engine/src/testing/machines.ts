/** Small machines for the tests of the engine. */

import { call } from '@harness/core/effects/call';
import { check } from '@harness/core/effects/check';
import { act, type Operation } from '@harness/core/effects/operation';
import { type Answer, question } from '@harness/core/effects/question';
import { signal } from '@harness/core/effects/signal';
import { sleep } from '@harness/core/effects/sleep';
import type { Failure } from '@harness/core/failure/failure';
import { defineMachine, defineStep, type Machine } from '@harness/core/machine/machine';

const push: Operation<{ n: number }, number> = { kind: 'git', op: 'push', samples: [1], failures: [] };
const giveBack: Operation<null, string> = { kind: 'git', op: 'give-back', samples: ['back'], failures: [] };
const doCheck = (command: string) => check({ command, cwd: '.', timeoutMs: 1_000 });

/** Performs three steps in sequence; the second is a fan-out of two. */
type Walk =
  | { at: 'first' }
  | { at: 'both'; sum: number }
  | { at: 'last'; sum: number }
  | { at: 'over'; sum: number }
  | { at: 'failed'; because: Failure };
const walk = defineStep<Walk>();
export const walker = defineMachine<null, Walk, number>()({
  id: 'walker',
  version: 1,
  start: () => ({ at: 'first' }),
  steps: [
    walk({
      at: 'first',
      to: ['both', 'failed'],
      needs: () => ({ a: act(push, { n: 1 }) }),
      next: (_, { a }) => (a.ok ? { at: 'both', sum: a.value } : { at: 'failed', because: a.failure }),
    }),
    walk({
      at: 'both',
      to: ['last', 'failed'],
      needs: () => ({ b: act(push, { n: 2 }), c: doCheck('c') }),
      next: ({ sum }, { b }) => (b.ok ? { at: 'last', sum: sum + b.value } : { at: 'failed', because: b.failure }),
    }),
    walk({
      at: 'last',
      to: ['over'],
      needs: () => ({ d: act(push, { n: 3 }) }),
      next: ({ sum }, { d }) => ({ at: 'over', sum: sum + (d.ok ? d.value : 0) }),
    }),
  ],
  ends: { over: 'done', failed: 'by-failure' },
  result: (state) => (state.at === 'over' ? state.sum : 0),
  results: [6],
  release: () => ({ back: act(giveBack, null) }),
}) as Machine;

/** Asks a person, waits for a signal and sleeps, in this order. */
type Idle =
  | { at: 'asking' }
  | { at: 'listening'; choice: string }
  | { at: 'sleeping' }
  | { at: 'woken' }
  | { at: 'no' };
const idle = defineStep<Idle>();
export const idler = defineMachine<null, Idle, string>()({
  id: 'idler',
  version: 1,
  start: () => ({ at: 'asking' }),
  steps: [
    idle({
      at: 'asking',
      to: ['listening', 'no'],
      needs: () => ({ answer: question('passes', { passes: 3 }) }),
      next: (_, { answer }: { answer: Answer<'one more pass' | 'stop'> }) =>
        answer.choice === 'stop' ? { at: 'no' } : { at: 'listening', choice: answer.choice },
    }),
    idle({
      at: 'listening',
      to: ['sleeping'],
      needs: () => ({ heard: signal('bell', ['ring']) }),
      next: () => ({ at: 'sleeping' }),
    }),
    idle({ at: 'sleeping', to: ['woken'], needs: () => ({ slept: sleep(500) }), next: () => ({ at: 'woken' }) }),
  ],
  ends: { woken: 'done', no: 'limit-reached' },
  result: (state) => state.at,
  results: ['woken', 'no'],
  release: () => ({ back: act(giveBack, null) }),
}) as Machine;

/** Calls one of the machines above as a child. */
type Parent = { at: 'calling' } | { at: 'over'; said: unknown };
export const parentOf = (child: Machine): Machine =>
  defineMachine<null, Parent, unknown>()({
    id: 'parent',
    version: 1,
    start: () => ({ at: 'calling' }),
    steps: [
      defineStep<Parent>()({
        at: 'calling',
        to: ['over'],
        needs: () => ({ done: call(child, 'child', null) }),
        next: (_, { done }) => ({ at: 'over', said: done.result }),
      }),
    ],
    ends: { over: 'done' },
    result: (state) => state.said,
    results: [null],
    release: () => ({ back: act(giveBack, null) }),
  }) as Machine;

/** Loops forever without a wait. */
type Spin = { at: 'spinning'; n: number } | { at: 'never' };
export const spinner = defineMachine<null, Spin, null>()({
  id: 'spinner',
  version: 1,
  start: () => ({ at: 'spinning', n: 0 }),
  steps: [
    defineStep<Spin>()({
      at: 'spinning',
      to: ['spinning', 'never'],
      needs: () => ({}),
      next: ({ n }) => ({ at: 'spinning', n: n + 1 }),
    }),
  ],
  ends: { never: 'done' },
  result: () => null,
  results: [null],
  release: () => ({ back: act(giveBack, null) }),
}) as Machine;

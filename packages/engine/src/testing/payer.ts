/** Calls one agent, then two at the same time, for tests of the budget. */
import type { Failure } from '@harness/core/failure/failure';
import { defineMachine, defineStep, type Effect, type Machine } from '@harness/core/machine/machine';

const agent = (role: string): Effect<string> => ({ kind: 'agent', input: { role, item: null } });

type Pay = { at: 'one' } | { at: 'two' } | { at: 'over' } | { at: 'failed'; because: Failure };
const pay = defineStep<Pay>();
export const payer = defineMachine<null, Pay, null>()({
  id: 'payer',
  version: 1,
  start: () => ({ at: 'one' }),
  steps: [
    pay({
      at: 'one',
      to: ['two', 'failed'],
      needs: () => ({ a: agent('writer') }),
      next: (_, { a }) => (a.ok ? { at: 'two' } : { at: 'failed', because: a.failure }),
    }),
    pay({
      at: 'two',
      to: ['over', 'failed'],
      needs: () => ({ b: agent('writer'), c: agent('writer') }),
      next: (_, { b, c }) =>
        !b.ok ? { at: 'failed', because: b.failure } : c.ok ? { at: 'over' } : { at: 'failed', because: c.failure },
    }),
  ],
  ends: { over: 'done', failed: 'by-failure' },
  result: () => null,
  results: [null],
}) as Machine;

/** Machines with grandchildren, and a machine that races a child against a timer. */
import { anyChild } from '@harness/core/effects/any-child';
import { call } from '@harness/core/effects/call';
import { type FirstResult, first } from '@harness/core/effects/first';
import { act, type Operation } from '@harness/core/effects/operation';
import { sleep } from '@harness/core/effects/sleep';
import { spawn } from '@harness/core/effects/spawn';
import { defineMachine, defineStep, type Machine } from '@harness/core/machine/machine';

const giveBack: Operation<null, string> = { kind: 'git', op: 'give-back', samples: ['back'], failures: [] };

/** Spawns one child and waits until it ends. The child may be such a machine too. */
type Nest = { at: 'spawning' } | { at: 'waiting'; child: string } | { at: 'over'; result: unknown };
const nest = defineStep<Nest>();
export const nestOf = (id: string, child: Machine): Machine =>
  defineMachine<null, Nest, unknown>()({
    id,
    version: 1,
    start: () => ({ at: 'spawning' }),
    steps: [
      nest({
        at: 'spawning',
        to: ['waiting'],
        needs: () => ({ child: spawn(child, child.id, null) }),
        next: (_, answers) => ({ at: 'waiting', child: answers.child }),
      }),
      nest({
        at: 'waiting',
        to: ['over'],
        needs: (state) => ({ ended: anyChild([state.child]) }),
        next: (_, { ended }) => ({ at: 'over', result: ended.result }),
      }),
    ],
    ends: { over: 'done' },
    result: ({ result }) => result,
    results: [null],
    release: () => ({ back: act(giveBack, null) }),
  }) as Machine;

/** Races a child against a timer. If the timer wins, it sleeps once more, to show that the child still runs. */
type Race = { at: 'racing' } | { at: 'lingering' } | { at: 'over'; of: string; said: unknown };
const race = defineStep<Race>();
export const raceOf = (child: Machine, ms: number): Machine => {
  const waits = { child: call(child, 'child', null), nap: sleep(ms) };
  return defineMachine<null, Race, unknown>()({
    id: 'race',
    version: 1,
    start: () => ({ at: 'racing' }),
    steps: [
      race({
        at: 'racing',
        to: ['lingering', 'over'],
        needs: () => ({ one: first(waits) }),
        next: (_, { one }: { one: FirstResult<typeof waits> }) =>
          one.of === 'child' ? { at: 'over', of: one.of, said: one.value.result } : { at: 'lingering' },
      }),
      race({
        at: 'lingering',
        to: ['over'],
        needs: () => ({ slept: sleep(50) }),
        next: () => ({ at: 'over', of: 'nap', said: null }),
      }),
    ],
    ends: { over: 'done' },
    result: ({ of, said }) => ({ of, said }),
    results: [{ of: 'nap', said: null }],
    release: () => ({ back: act(giveBack, null) }),
  }) as Machine;
};

/**
 * Counts the turns of an agent in a conversation. Between two turns it waits; each turn of the Stop hook leads it from one
 * wait to the next, or to its end.
 *
 *   S1. A turn is counted before its answer is told. The answer is told before the run waits again: a turn whose answer was
 *       cut off is told again, and not counted again.
 *   S2. A turn that arrives twice at the same time counts once.
 *   S3. Every end leaves the loop inactive.
 */

import { type AgentTurn, readTurn, tellTurn } from '../../effects/issues.ts';
import { act } from '../../effects/operation.ts';
import { signal } from '../../effects/signal.ts';
import { countTurn, type LoopEnd } from '../../issue-loop/count-turn.ts';
import type { LoopDocument, LoopState } from '../../issue-loop/document.ts';
import type { End } from '../../journal/end.ts';
import { defineMachine, defineStep } from '../../machine/machine.ts';

/** The state file that the run continues. */
export type SessionJob = Pick<LoopDocument, 'state' | 'body' | 'unknown'>;

interface Counted {
  readonly loop: LoopState;
  /** Number of counted turns. */
  readonly turns: number;
}

interface Resting extends Counted {
  /** The last turn whose answer was told; `null` before the first. */
  readonly last: { readonly turn: string; readonly atMs: number } | null;
}

export type SessionState =
  | (Resting & { readonly at: 'waiting' })
  | (Resting & { readonly at: 'reading' })
  | (Counted & { readonly at: 'telling'; readonly turn: string })
  | (Counted & { readonly at: LoopEnd });

const step = defineStep<SessionState>();

export const issuesSession = defineMachine<SessionJob, SessionState, null>()({
  id: 'issues-session',
  version: 1,
  start: ({ state }) => ({ at: 'waiting', loop: state, turns: 0, last: null }),
  rests: ({ at }) => (at === 'waiting' ? 'done' : null),
  steps: [
    step({
      at: 'waiting',
      to: ['reading'],
      needs: () => ({ came: signal('turn', ['came']) }),
      next: (state) => ({ ...state, at: 'reading' }),
    }),
    step({
      at: 'reading',
      to: ['waiting', 'telling', 'done', 'paused', 'stopped', 'failing', 'limit'],
      needs: () => ({ read: act(readTurn, {}) }),
      next: (state, { read }) =>
        read.ok && read.value.is === 'turn' ? afterTurn(state, read.value.turn) : { ...state, at: 'waiting' },
    }),
    step({
      at: 'telling',
      to: ['waiting'],
      needs: ({ turn, loop: { iteration, maxIterations, consecutiveFailures } }) => ({
        told: act(tellTurn, { turn, iteration, maxIterations, failures: consecutiveFailures }),
      }),
      next: ({ loop, turns, turn }, { told }) => {
        const last = told.ok && told.value.is === 'told' ? { turn, atMs: told.value.atMs } : null;
        return { at: 'waiting', loop, turns, last };
      },
    }),
  ],
  ends: {
    done: 'done',
    paused: 'stopped',
    stopped: 'stopped',
    failing: 'escalated',
    limit: 'limit-reached',
  } satisfies Record<LoopEnd, End>,
  result: () => null,
  results: [null],
});

type AfterReading = Exclude<SessionState, { at: 'reading' }>;

function afterTurn({ loop, turns, last }: Resting, { id, startedAtMs, marker, noted }: AgentTurn): AfterReading {
  const isSame = last !== null && last.turn === id && startedAtMs <= last.atMs; // S2
  if (isSame) return { at: 'telling', loop, turns, turn: id };
  const { state, ends } = countTurn(noted ? { ...loop, ...noted } : loop, marker);
  const counted = { loop: state, turns: turns + 1 };
  return ends === null ? { at: 'telling', ...counted, turn: id } : { at: ends, ...counted };
}

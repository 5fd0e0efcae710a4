/**
 * Counts the turns of an agent in a conversation. Between two turns it waits; each turn of the Stop hook leads it from one
 * wait to the next, or to its end.
 *
 *   S1. A turn is counted before its reply, and the run waits again after the reply: a turn whose reply was cut off gets it
 *       again, and is not counted again.
 *   S2. A turn that arrives twice at the same time counts once.
 *   S3. Every end leaves the loop inactive.
 */

import { type AgentTurn, readTurn, replyToTurn } from '../../effects/agent-turn.ts';
import { act } from '../../effects/operation.ts';
import { signal } from '../../effects/signal.ts';
import { countTurn, type LoopEnd } from '../../issue-loop/count-turn.ts';
import type { LoopDocument, LoopView } from '../../issue-loop/document.ts';
import type { End } from '../../journal/end.ts';
import { defineMachine, defineStep } from '../../machine/machine.ts';

/** The state file that the run continues. */
export type SessionJob = Pick<LoopDocument, 'state' | 'body' | 'unknown'>;

interface Counted {
  readonly loop: LoopView;
  /** Number of counted turns. */
  readonly turns: number;
}

interface Resting extends Counted {
  /** The last turn that got its reply; `null` before the first. */
  readonly last: { readonly turn: string; readonly atMs: number } | null;
}

export type ConversationState =
  | (Resting & { readonly at: 'waiting' })
  | (Resting & { readonly at: 'reading' })
  | (Counted & { readonly at: 'replying'; readonly turn: string })
  | (Counted & { readonly at: LoopEnd });

const step = defineStep<ConversationState>();

export const issuesSession = defineMachine<SessionJob, ConversationState, null>()({
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
      to: ['waiting', 'replying', 'done', 'paused', 'stopped', 'failing', 'limit'],
      needs: () => ({ read: act(readTurn, {}) }),
      next: (state, { read }) =>
        read.ok && read.value.is === 'turn' ? afterTurn(state, read.value.turn) : { ...state, at: 'waiting' },
    }),
    step({
      at: 'replying',
      to: ['waiting'],
      needs: ({ turn, loop: { iteration, maxIterations, consecutiveFailures } }) => ({
        reply: act(replyToTurn, { turn, iteration, maxIterations, failures: consecutiveFailures }),
      }),
      next: ({ loop, turns, turn }, { reply }) => {
        const last = reply.ok && reply.value.is === 'sent' ? { turn, atMs: reply.value.atMs } : null;
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

type AfterReading = Exclude<ConversationState, { at: 'reading' }>;

function afterTurn({ loop, turns, last }: Resting, { id, startedAtMs, marker, noted }: AgentTurn): AfterReading {
  const isSame = last !== null && last.turn === id && startedAtMs <= last.atMs; // S2
  if (isSame) return { at: 'replying', loop, turns, turn: id };
  const { state, ends } = countTurn(noted ? { ...loop, ...noted } : loop, marker);
  const counted = { loop: state, turns: turns + 1 };
  return ends === null ? { at: 'replying', ...counted, turn: id } : { at: ends, ...counted };
}

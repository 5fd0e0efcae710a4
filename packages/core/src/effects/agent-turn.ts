/** Operations on a turn of an agent in a conversation. Only the process of its Stop hook has one. */
import type { LoopView } from '../issue-loop/document.ts';
import type { Marker } from '../issue-loop/markers.ts';
import { operationsOf } from './operation.ts';

const turnOperation = operationsOf('issues');

/** As the Stop hook receives it. */
export interface AgentTurn {
  /** The same for the same turn: it is a hash of its text and its transcript. */
  readonly id: string;
  /** Start of the process that received it. */
  readonly startedAtMs: number;
  readonly marker: Marker | null;
  /** The notes of the agent in the state file (I-21, I-55, I-56); `null` if the file is as the run shows it. */
  readonly noted: Pick<LoopView, 'currentIssue' | 'skipped' | 'friction'> | null;
}

const noted = { currentIssue: null, skipped: ['A-7'], friction: [] };
const turn = (id: string, marker: Marker | null): ReadTurn => ({
  is: 'turn',
  turn: { id, startedAtMs: 1, marker, noted: null },
});

export type ReadTurn =
  | { readonly is: 'turn'; readonly turn: AgentTurn }
  /** This process is no Stop hook. */
  | { readonly is: 'none' };

/** Reads the turn with which the Stop hook was called. Another process has none. */
export const readTurn = turnOperation<Record<never, never>, ReadTurn>(
  'read-turn',
  [
    turn('t1', null),
    turn('t2', { is: 'complete', issue: 'A-1' }),
    turn('t3', { is: 'failed', issue: 'A-2' }),
    turn('t4', { is: 'failed', issue: 'A-3' }),
    turn('t5', { is: 'failed', issue: 'A-4' }),
    turn('t6', { is: 'pause', issue: 'A-5' }),
    turn('t7', { is: 'stop' }),
    turn('t8', { is: 'done' }),
    { is: 'turn', turn: { id: 't1', startedAtMs: 3, marker: null, noted } },
    { is: 'none' },
  ],
  [],
);

export type RepliedTurn =
  /** `atMs`: when the reply was complete. */
  | { readonly is: 'sent'; readonly atMs: number }
  /** The conversation is at a later turn, or this process is no Stop hook. */
  | { readonly is: 'late' };

/** Replies to the Stop hook of a turn: the agent continues with the next issue (IO-12). */
export const replyToTurn = turnOperation<
  { readonly turn: string; readonly iteration: number; readonly maxIterations: number; readonly failures: number },
  RepliedTurn
>('reply-to-turn', [{ is: 'sent', atMs: 2 }, { is: 'late' }], []);

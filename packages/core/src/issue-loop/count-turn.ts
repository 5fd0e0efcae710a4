/**
 * Counts one turn of an agent: the text with which it ended decides, and nothing else (IO-11 to IO-13).
 *
 *   C1. An id counts once, as completed or as failed. A repeated one only spends its iteration.
 *   C2. A turn without a marker spends its iteration and completes nothing.
 *   C3. The iteration never exceeds the maximum (I-69).
 */
import { failureLimit, type LoopState } from './document.ts';
import type { Marker } from './markers.ts';

/** Why the loop does not go on. */
export const loopEnds = ['done', 'paused', 'stopped', 'failing', 'limit'] as const;
export type LoopEnd = (typeof loopEnds)[number];

/** `ends` is `null` if the loop goes on with the next issue. Else the state is inactive. */
export interface CountedTurn {
  readonly state: LoopState;
  readonly ends: LoopEnd | null;
}

export function countTurn(state: LoopState, marker: Marker | null): CountedTurn {
  switch (marker?.is) {
    case 'done':
      return ended(state, 'done');
    case 'pause':
      return ended({ ...state, currentIssue: marker.issue }, 'paused');
    case 'stop':
      return ended(state, 'stopped');
    case 'complete':
      return spendIteration(withCompleted(state, marker.issue));
    case 'failed':
      return afterFailure(withFailed(state, marker.issue));
    case undefined:
      return spendIteration(state);
  }
}

/** Id-01: a completed issue ends a row of failures. */
export const withCompleted = (state: LoopState, issue: string): LoopState =>
  isCounted(state, issue)
    ? withoutCurrent(state, issue)
    : { ...withoutCurrent(state, issue), completed: [...state.completed, issue], consecutiveFailures: 0 };

export const withFailed = (state: LoopState, issue: string): LoopState =>
  isCounted(state, issue)
    ? withoutCurrent(state, issue)
    : {
        ...withoutCurrent(state, issue),
        failed: [...state.failed, issue],
        consecutiveFailures: state.consecutiveFailures + 1,
      };

/** Trackers read ids in any case. */
function isCounted({ completed, failed }: LoopState, issue: string): boolean {
  const id = issue.toLowerCase();
  return [...completed, ...failed].some((one) => one.toLowerCase() === id);
}

const withoutCurrent = (state: LoopState, issue: string): LoopState =>
  state.currentIssue?.toLowerCase() === issue.toLowerCase() ? { ...state, currentIssue: null } : state;

const ended = (state: LoopState, ends: LoopEnd): CountedTurn => ({ state: { ...state, active: false }, ends });

const afterFailure = (state: LoopState): CountedTurn =>
  state.consecutiveFailures >= failureLimit ? ended(state, 'failing') : spendIteration(state);

/** Id-07 */
function spendIteration(state: LoopState): CountedTurn {
  const iteration = state.iteration + 1;
  const isOver = state.maxIterations > 0 && iteration > state.maxIterations;
  return isOver ? ended(state, 'limit') : { state: { ...state, iteration }, ends: null };
}

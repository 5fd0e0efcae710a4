/**
 * Counts one turn of an agent: the text with which it ended decides, and nothing else (IO-11 to IO-13).
 *
 *   C1. An id counts once, as completed or as failed. A repeated one only spends its iteration.
 *   C2. A turn without a marker spends its iteration and completes nothing.
 *   C3. The iteration never exceeds the maximum (I-69).
 */
import { failureLimit, type LoopView } from './document.ts';
import type { Marker } from './markers.ts';

/** Why the loop does not continue. */
export type LoopEnd = 'done' | 'paused' | 'stopped' | 'failing' | 'limit';

/** `ends` is `null` if the loop continues with the next issue. Else the state is inactive. */
export interface CountedTurn {
  readonly state: LoopView;
  readonly ends: LoopEnd | null;
}

export function countTurn(state: LoopView, marker: Marker | null): CountedTurn {
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
const withCompleted = (state: LoopView, issue: string): LoopView =>
  isCounted(state, issue)
    ? withoutCurrent(state, issue)
    : { ...withoutCurrent(state, issue), completed: [...state.completed, issue], consecutiveFailures: 0 };

const withFailed = (state: LoopView, issue: string): LoopView =>
  isCounted(state, issue)
    ? withoutCurrent(state, issue)
    : {
        ...withoutCurrent(state, issue),
        failed: [...state.failed, issue],
        consecutiveFailures: state.consecutiveFailures + 1,
      };

/** Trackers read ids in any case. */
function isCounted({ completed, failed }: LoopView, issue: string): boolean {
  const id = issue.toLowerCase();
  return [...completed, ...failed].some((one) => one.toLowerCase() === id);
}

const withoutCurrent = (state: LoopView, issue: string): LoopView =>
  state.currentIssue?.toLowerCase() === issue.toLowerCase() ? { ...state, currentIssue: null } : state;

const ended = (state: LoopView, ends: LoopEnd): CountedTurn => ({ state: { ...state, active: false }, ends });

const afterFailure = (state: LoopView): CountedTurn =>
  state.consecutiveFailures >= failureLimit ? ended(state, 'failing') : spendIteration(state);

/** Id-07 */
function spendIteration(state: LoopView): CountedTurn {
  const iteration = state.iteration + 1;
  const isOver = state.maxIterations > 0 && iteration > state.maxIterations;
  return isOver ? ended(state, 'limit') : { state: { ...state, iteration }, ends: null };
}

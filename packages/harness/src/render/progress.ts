/** Computes the current activity of each lane from observations. Pure. */

import { addCost, type CallCost, noCost } from '@harness/core/budget/usage';
import { addEntry, emptyFold, type FoldedJournal } from '@harness/core/journal/journal';
import type { LiveEvent } from '@harness/core/journal/live';
import { reporterOf } from '@harness/core/workflows/loaded';
import type { Observation } from '@harness/engine/world';
import { formatCost, formatDuration, formatTokens } from './amounts.ts';
import { truncateToColumns } from './printable.ts';

export interface LaneProgress {
  readonly log: FoldedJournal;
  readonly startedAtMs: number;
  sinceMs: number;
  activity: string;
  /** Cost of calls in progress; finished calls are in the log. */
  streamed: CallCost;
}

export type Progress = Map<string, LaneProgress>;

export function observe(progress: Progress, observation: Observation): void {
  if (observation.type === 'live') observeLive(progress.get(observation.run), observation.event);
  else observeEntry(progress, observation);
}

function observeEntry(progress: Progress, { run, entry }: Extract<Observation, { type: 'entry' }>): void {
  const lane = progress.get(run) ?? {
    log: emptyFold(),
    startedAtMs: entry.atMs,
    sinceMs: entry.atMs,
    activity: '',
    streamed: noCost,
  };
  progress.set(run, lane);
  addEntry(lane.log, entry);
  if (entry.type === 'answered' || entry.type === 'failed') lane.streamed = noCost;
  if (entry.type === 'moved' || entry.type === 'asked') {
    lane.sinceMs = entry.atMs;
    lane.activity = entry.type === 'asked' && entry.effect.kind === 'check' ? commandOf(entry.effect.input) : '';
  }
}

const commandOf = (input: unknown) => (input as { command: string }).command;

function observeLive(lane: LaneProgress | undefined, event: LiveEvent): void {
  if (!lane) return;
  if (event.type === 'usage')
    lane.streamed = addCost(lane.streamed, { usage: event.usage, costUsd: event.costUsd ?? 0 });
  else if (event.type === 'tool') lane.activity = `${event.tool} ${event.detail}`;
  else if (event.type === 'denied') lane.activity = `denied: ${event.path}`;
  else if (event.type === 'text') lane.activity = event.text.trim().split('\n').at(-1)?.slice(0, 300) ?? '';
}

/** Streamed cost counts as rehearsed if a scripted call is in progress. */
function costOf({ spent, rehearsedUsd, inFlight, rehearsed }: FoldedJournal, streamed: CallCost) {
  const { costUsd } = addCost(spent, streamed);
  const isRehearsed = [...inFlight].some((key) => rehearsed.has(key));
  return { costUsd, rehearsedUsd: rehearsedUsd + (isRehearsed ? streamed.costUsd : 0) };
}

/** One line per unfinished lane: feature (if there are several), state, time, tokens, cost, activity. */
export const laneLines = (progress: Progress, nowMs: number, columns: number): readonly string[] =>
  [...progress.values()]
    .filter(({ log }) => !log.ended)
    .map(({ log, startedAtMs, activity, streamed }) =>
      truncateToColumns(
        [
          `${reporterOf(log.machine)?.isPartOfParent ? `${log.title}: ` : ''}${log.state.at}`.padEnd(12),
          formatDuration(nowMs - startedAtMs),
          formatTokens(addCost(log.spent, streamed).usage),
          formatCost(costOf(log, streamed)),
          activity,
        ]
          .filter((part) => part !== '')
          .join(' · '),
        columns,
      ),
    );

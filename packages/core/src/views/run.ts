/** A run as one row: what `harness runs` lists, and what every other view begins with. */
import { ends } from '../end.ts';
import { fold } from '../journal.ts';
import { addSpent, nothingSpent, type Usage } from '../usage.ts';
import type { Journal } from './calls.ts';
import { openQuestions } from './questions.ts';
import { iso, isoOrNull } from './times.ts';

export type Status = 'running' | 'waiting' | 'parked' | 'done' | 'failed' | 'stopped';

export interface RunRow {
  readonly id: string;
  readonly workflow: string;
  readonly title: string;
  readonly status: Status;
  readonly state: string;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly costUsd: number;
  readonly tokens: Usage;
  readonly openQuestions: number;
}

/** What the journals do not tell: whether somebody works on the run, and which questions were answered meanwhile. */
export interface Outside {
  readonly isOwned: boolean;
  readonly answered: ReadonlySet<string>;
}

/** The run's own journal first, then its children's: what they cost is its cost. */
export type Family = readonly [Journal, ...Journal[]];

export function runRow(family: Family, { isOwned, answered }: Outside): RunRow {
  const [own] = family;
  const log = fold(own.entries);
  const logs = family.map(({ entries }) => fold(entries));
  const { costUsd, usage } = logs.map(({ spent }) => spent).reduce(addSpent, nothingSpent);
  const open = family.flatMap((journal) => openQuestions(journal, answered)).length;
  const live: Status = open > 0 ? 'waiting' : isOwned ? 'running' : 'parked';
  return {
    id: own.run,
    workflow: log.machine,
    title: log.title,
    status: log.ended ? ends[log.ended.end].status : live,
    state: log.state.at,
    startedAt: iso(own.entries[0]?.atMs ?? 0),
    endedAt: isoOrNull(log.ended?.atMs),
    costUsd,
    tokens: usage,
    openQuestions: open,
  };
}

/** A run whose journal cannot be read is listed all the same: work that vanishes from a list is work lost. */
export const unreadableRow = (id: string, startedAtMs: number): RunRow => ({
  id,
  workflow: '',
  title: '',
  status: 'failed',
  state: 'unreadable',
  startedAt: iso(startedAtMs),
  endedAt: null,
  costUsd: 0,
  tokens: nothingSpent.usage,
  openQuestions: 0,
});

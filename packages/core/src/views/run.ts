/** A run as one row: what `harness runs` lists, and what every other view begins with. */

import { addCost, noCost, roundUsd, type Usage } from '../budget/usage.ts';
import { ends, type RunStatus } from '../journal/end.ts';
import { foldJournal } from '../journal/journal.ts';
import type { RunTree } from '../journal/run-tree.ts';
import type { QuestionNote } from './questions.ts';
import { type Summary, summaryOf } from './summary.ts';
import { iso, isoOrNull } from './times.ts';

export interface RunRow {
  readonly id: string;
  readonly workflow: string;
  readonly title: string;
  readonly status: RunStatus;
  readonly state: string;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly costUsd: number;
  /** What of it was not paid to anybody: a script said so. */
  readonly rehearsedUsd: number;
  readonly tokens: Usage;
  readonly openQuestions: number;
}

/** What the journals do not tell: whether somebody works on the run, and which questions were answered meanwhile. */
export interface RunContext {
  readonly isOwned: boolean;
  readonly answered: ReadonlySet<string>;
  /** What was written to open questions, by their ids. */
  readonly notes?: ReadonlyMap<string, readonly QuestionNote[]>;
}

export const runRow = (family: RunTree, outside: RunContext): RunRow => {
  const [own, ...others] = family.map(({ run, entries }) => summaryOf(run, foldJournal(entries)));
  return runRowOf([own as Summary, ...others], outside);
};

/** The one definition of a row: of journals that were just read, or of the summaries that are kept beside them. */
export function runRowOf(family: readonly [Summary, ...Summary[]], { isOwned, answered }: RunContext): RunRow {
  const [{ run, workflow, title, state, startedAtMs, ended, spent }, ...children] = family;
  const { costUsd, usage } = children.reduce((sum, child) => addCost(sum, child.spent), spent);
  const rehearsedUsd = roundUsd(family.reduce((sum, one) => sum + one.rehearsedUsd, 0));
  const open = family.flatMap((summary) => summary.open).filter(({ id }) => !answered.has(id)).length;
  const live: RunStatus = open > 0 ? 'waiting' : isOwned ? 'running' : 'parked';
  return {
    id: run,
    workflow,
    title,
    status: ended ? ends[ended.end].status : live,
    state,
    startedAt: iso(startedAtMs),
    endedAt: isoOrNull(ended?.atMs),
    costUsd,
    rehearsedUsd,
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
  rehearsedUsd: 0,
  tokens: noCost.usage,
  openQuestions: 0,
});

/** Summarizes a run as one row, for `harness runs` and as the start of every other view. */

import type * as z from 'zod';
import { addCost, noCost, roundUsd } from '../budget/usage.ts';
import type { runRowSchema as document } from '../documents/run.ts';
import { ends, type RunStatus } from '../journal/end.ts';
import { foldJournal } from '../journal/journal.ts';
import type { RunTree } from '../journal/run-tree.ts';
import type { QuestionNote } from './questions.ts';
import { type Summary, summaryOf } from './summary.ts';
import { iso, isoOrNull } from './times.ts';

export type RunRow = Readonly<z.output<typeof document>>;

/** Facts that are not in the journals: whether a process owns the run, and which questions were answered since. */
export interface RunRowContext {
  readonly isOwned: boolean;
  readonly answered: ReadonlySet<string>;
  /** Notes on open questions, by question id. */
  readonly notes?: ReadonlyMap<string, readonly QuestionNote[]>;
}

export const runRow = (family: RunTree, outside: RunRowContext): RunRow => {
  const [own, ...others] = family.map(({ run, entries }) => summaryOf(run, foldJournal(entries)));
  return runRowOf([own as Summary, ...others], outside);
};

/** Computes a row from fresh journals or from the stored summaries. */
export function runRowOf(family: readonly [Summary, ...Summary[]], { isOwned, answered }: RunRowContext): RunRow {
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

/** A run with an unreadable journal stays listed, so that no work vanishes. */
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

/** Finds an earlier loop: a run that is not finished, or the state of one that ended, of a conversation, or of another tool. */
import type { LoopView } from '@harness/core/issue-loop/document';
import { foldJournal } from '@harness/core/journal/journal';
import type { RunJournal } from '@harness/core/journal/run-tree';
import { type LoopCounters, noCounters } from '@harness/core/workflows/issues/record/loop';
import { loopCounters } from '@harness/core/workflows/issues/view';
import { readRunTree } from '@harness/engine/run-tree';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { isResumable } from '../../run/failed-run.ts';
import { isUnfinished, listRunRows } from '../../runs/read-runs.ts';
import { findLoop } from '../issues-session/find-loop.ts';

export interface EarlierLoop {
  /** `null` if there is no state file. */
  readonly state: LoopView | null;
  readonly counters: LoopCounters;
  /** False if the loop was stopped or is over: then a person is asked (I-13). */
  readonly isActive: boolean;
}

export async function findEarlierLoop(root: string, store: JsonlStore): Promise<EarlierLoop> {
  const found = await findLoop(root, store);
  if (found === null) return { state: null, counters: noCounters, isActive: true };
  const { state } = found.document;
  const [own, ...children] = found.run === null ? [] : await readRunTree(store, found.run.id);
  // The view of a loop that reached its maximum shows the last issue; its journal has counted on.
  const counters = own ? loopCounters([own, ...children]) : null;
  return {
    state,
    counters: counters ?? countersOf(state),
    isActive: state.active || (own !== undefined && hasFailed(own)),
  };
}

/** A failure, such as a key without credit, is no wish of a person to stop: the next start continues without a question. */
const hasFailed = ({ entries }: RunJournal): boolean => {
  const { state, stopping } = foldJournal(entries);
  return state.at === 'failed' && stopping === undefined;
};

const countersOf = ({
  iteration,
  consecutiveFailures,
  completed,
  failed,
  skipped,
  friction,
}: LoopView): LoopCounters => ({ iteration, consecutiveFailures, completed, failed, skipped, friction });

/** The newest run of the loop, if it can continue. */
export async function findUnfinishedLoop(store: JsonlStore): Promise<string | null> {
  const rows = await listRunRows(store, { children: false });
  const newest = rows.find(({ workflow }) => workflow === 'issues');
  return newest !== undefined && (isUnfinished(newest) || (await isResumable(store, newest))) ? newest.id : null;
}

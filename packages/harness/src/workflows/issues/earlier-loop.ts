/** Finds an earlier loop: a run that is not finished, or the state of one that ended, of a conversation, or of another tool. */
import type { LoopView } from '@harness/core/issue-loop/document';
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
  /** False if the state file says that the loop is not active: then a person is asked (I-13). */
  readonly isActive: boolean;
}

export async function findEarlierLoop(root: string, store: JsonlStore): Promise<EarlierLoop> {
  const found = await findLoop(root, store);
  if (found === null) return { state: null, counters: noCounters, isActive: true };
  const { state } = found.document;
  return { state, counters: (await ownCounters(store, found.run?.id)) ?? countersOf(state), isActive: state.active };
}

/** The view of a loop that reached its maximum shows the last issue; its journal has counted on. */
async function ownCounters(store: JsonlStore, run: string | undefined): Promise<LoopCounters | null> {
  const [own, ...children] = run === undefined ? [] : await readRunTree(store, run);
  return own ? loopCounters([own, ...children]) : null;
}

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

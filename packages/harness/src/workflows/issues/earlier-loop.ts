/** Finds the state of an earlier loop: of a run that ended, of a conversation, or of another tool. */
import type { LoopState } from '@harness/core/issue-loop/document';
import { type LoopCounters, noCounters } from '@harness/core/workflows/issues/record/loop';
import { loopCounters } from '@harness/core/workflows/issues/view';
import { readRunTree } from '@harness/engine/run-tree';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { findLoop } from '../issues-session/find-loop.ts';

export interface EarlierLoop {
  /** `null` if there is no state file. */
  readonly state: LoopState | null;
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
}: LoopState): LoopCounters => ({ iteration, consecutiveFailures, completed, failed, skipped, friction });

/** What the runs of a repository came to: all stand under one ceiling. No journal of an ended run is read for it. */
import { type CeilingStatus, ceilingStatus } from '@harness/core/budget/ceiling';
import type { Summary } from '@harness/core/views/summary';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { rootOf } from '@harness/engine/store/store';

const summariesIn = async (store: JsonlStore): Promise<readonly Summary[]> =>
  (await store.summaries()).flatMap(({ summary }) => (summary ? [summary] : []));

/** All but a run and its children. */
export const readOtherSummaries = async (store: JsonlStore, run: string): Promise<readonly Summary[]> =>
  (await summariesIn(store)).filter((summary) => rootOf(summary.run) !== rootOf(run));

/** How the product stands against its ceiling at this moment. */
export const readCeilingStatus = async (store: JsonlStore, ceiling: number, nowMs: number): Promise<CeilingStatus> =>
  ceilingStatus(await summariesIn(store), ceiling, nowMs);

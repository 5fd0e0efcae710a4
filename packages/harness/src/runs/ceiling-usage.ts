/** Reads the token usage of all runs that share the ceiling, without opening journals of ended runs. */
import type { Summary } from '@harness/core/views/summary';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { rootOf } from '@harness/engine/store/store';

/** All runs except the given one and its children. */
export const readOtherSummaries = async (store: JsonlStore, run: string): Promise<readonly Summary[]> =>
  (await store.summaries())
    .flatMap(({ summary }) => (summary ? [summary] : []))
    .filter((summary) => rootOf(summary.run) !== rootOf(run));

/** What the runs of a repository came to: all stand under one ceiling. No journal of an ended run is read for it. */
import type { Summary } from '@harness/core/views/summary';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { rootOf } from '@harness/engine/store/store';

/** All but a run and its children. */
export const readOtherSummaries = async (store: JsonlStore, run: string): Promise<readonly Summary[]> =>
  (await store.summaries())
    .flatMap(({ summary }) => (summary ? [summary] : []))
    .filter((summary) => rootOf(summary.run) !== rootOf(run));

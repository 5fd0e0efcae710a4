/** Finds the review findings that recur in the latest runs of a repository. */
import { listFindings } from '@harness/core/views/findings';
import { type Advice, recurringFindings } from '@harness/core/views/recurring-findings';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { listRunRows, readRun } from './read-runs.ts';

/** Limits the journals that are read. */
const maxRuns = 50;

export async function readRecurringFindings(store: JsonlStore): Promise<readonly Advice[]> {
  const latest = (await listRunRows(store, { children: false }))
    .filter(({ state }) => state !== 'unreadable')
    .slice(0, maxRuns);
  const readings = await Promise.all(latest.map(async ({ id: run }) => ({ run, ...(await readRun(store, run)) })));
  return recurringFindings(readings.toReversed().map(({ run, family }) => ({ run, findings: listFindings(family) })));
}

/** What reviewers said again and again in the latest runs of a repository. */
import { findings } from '@harness/core/views/findings';
import { type Advice, recurringFindings } from '@harness/core/views/recurring-findings';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { listRunRows, readRun } from './read-runs.ts';

/** Journals are opened for this, so only the latest are looked at. */
const mostRuns = 50;

export async function readRecurringFindings(store: JsonlStore): Promise<readonly Advice[]> {
  const latest = (await listRunRows(store, { children: false }))
    .filter(({ state }) => state !== 'unreadable')
    .slice(0, mostRuns);
  const looked = await Promise.all(latest.map(async ({ id: run }) => ({ run, ...(await readRun(store, run)) })));
  return recurringFindings(looked.toReversed().map(({ run, family }) => ({ run, findings: findings(family) })));
}

/** What reviewers said again and again in the latest runs of a repository. */
import { findings } from '@harness/core/views/findings';
import { type Advice, recurring } from '@harness/core/views/recurring';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { look, rows } from './look.ts';

/** Journals are opened for this, so only the latest are looked at. */
const mostRuns = 50;

export async function recurringIn(store: JsonlStore): Promise<readonly Advice[]> {
  const latest = (await rows(store, { children: false }))
    .filter(({ state }) => state !== 'unreadable')
    .slice(0, mostRuns);
  const looked = await Promise.all(latest.map(async ({ id: run }) => ({ run, ...(await look(store, run)) })));
  return recurring(looked.toReversed().map(({ run, family }) => ({ run, findings: findings(family) })));
}

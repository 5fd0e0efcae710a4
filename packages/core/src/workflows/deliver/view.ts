/** Reads the merge of a delivered branch from the journal of its run. */
import { type OpenResult, openPull } from '../../effects/forge.ts';
import type { OperationInput } from '../../effects/operation.ts';
import { foldJournal } from '../../journal/journal.ts';
import type { RunTree } from '../../journal/run-tree.ts';
import type { Merge } from '../../workflow.ts';
import type { DeliverJob, DeliverResult } from './job.ts';

/** `null` if the run has not ended or merged nothing. */
export function deliveredMerge([{ entries }]: RunTree): Merge | null {
  const [first] = entries;
  const { ended, asked, answered } = foldJournal(entries);
  const result = ended?.result as DeliverResult | null | undefined;
  if (first?.type !== 'started' || ended === undefined || result?.at !== 'merged') return null;
  const { branch, base } = first.input as DeliverJob;
  const opened = [...asked].find(([, { effect }]) => (effect.input as OperationInput).op === openPull.op)?.[0];
  const outcome = opened === undefined ? undefined : answered.get(opened);
  const answer = outcome?.ok ? (outcome.value as OpenResult) : undefined;
  const url = answer?.is === 'open' ? answer.url : null;
  return { atMs: ended.atMs, sha: result.sha, base, branch, pull: result.pull, url };
}

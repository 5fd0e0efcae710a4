/** Claims plans for the queue. A claim lasts until the run of the plan exists or is open again. */
import type { Entry } from '@harness/core/journal/journal';
import type { ClaimPlan } from '@harness/effects/plans/context';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import type { Lock } from '@harness/engine/store/socket-lock';
import { rootOf } from '@harness/engine/store/store';
import { planClaim, tryClaim } from '../runs/claim.ts';
import { isUnfinished, listRunRows } from '../runs/read-runs.ts';

const claims = new Map<string, Lock>();

export const queueClaims =
  (root: string, store: JsonlStore): ClaimPlan =>
  async (plan, run) => {
    if (claims.has(plan)) return true;
    const claim = await tryClaim(root, planClaim(plan));
    if (claim === undefined) return false;
    if (await hasOtherRun(store, plan, run)) {
      await claim.release();
      return false;
    }
    claims.set(plan, claim);
    return true;
  };

/** The id of a run that a person started begins with the id of its plan. */
async function hasOtherRun(store: JsonlStore, plan: string, run: string): Promise<boolean> {
  const rows = await listRunRows(store, { children: false });
  return rows.some((row) => row.id.startsWith(`${plan}-`) && row.id !== rootOf(run) && isUnfinished(row));
}

/** Called with each entry of the queue and its children. */
export function releaseClaim(entry: Entry): void {
  if (entry.type !== 'started' && entry.type !== 'reopened') return;
  const job = entry.type === 'started' ? entry.input : (entry.state as { readonly job?: unknown }).job;
  const { id } = Object(job) as { readonly id?: unknown };
  if (typeof id !== 'string') return;
  const claim = claims.get(id);
  claims.delete(id);
  void claim?.release();
}

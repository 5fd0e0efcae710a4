/** Picks the next eligible plan from the current files. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PickResult } from '@harness/core/effects/queue';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { isCompleted, type PlanFile } from '@harness/core/plans/graph';
import { pickNextEligiblePlan } from '@harness/core/plans/pick';
import { formatTimestamp } from '@harness/core/plans/run-place';
import { brokenPlansFailure, type PlansContext } from './context.ts';
import { fingerprintPlans } from './fingerprint.ts';
import { type PlanFolders, readPlans } from './read.ts';

interface Args extends PlanFolders {
  readonly held: readonly string[];
  readonly shipped: readonly string[];
}

export async function performPickPlan(
  { repo, run, claimPlan = async () => true }: PlansContext,
  args: Args,
): Promise<Outcome<PickResult>> {
  const print = await fingerprintPlans(repo, args); // before reading: the next watch sees later changes
  const read = await readPlans(repo, args);
  const wrong = brokenPlansFailure(read);
  if (wrong !== null && !wrong.ok)
    return ok({ is: 'disordered', print, detail: String(wrong.failure.params['detail']) });
  const lingering = args.shipped.filter((id) => read.plans.some((plan) => plan.id === id && !isCompleted(plan)));
  const plan = await pickUnclaimed(read.plans.map(markShipped(lingering)), args.held, (id) => claimPlan(id, run));
  if (plan === null) return ok({ is: 'none', print, lingering });
  const { id, slug, title, path: file, estimatedPasses, kind, changes } = plan;
  const text = readFileSync(join(repo, file), 'utf8');
  const picked = {
    id,
    slug,
    title,
    text,
    file,
    estimatedPasses,
    stamp: formatTimestamp(Date.now()),
    ...(kind ? { kind } : {}),
    ...(changes ? { changes } : {}),
  };
  return ok({ is: 'picked', plan: picked, print, lingering });
}

/** Skips plans that another run works on, for example a run that a person started. */
async function pickUnclaimed(
  plans: readonly PlanFile[],
  held: readonly string[],
  claim: (plan: string) => Promise<boolean>,
): Promise<PlanFile | null> {
  const skipped = new Set(held);
  for (;;) {
    const plan = pickNextEligiblePlan(plans, skipped);
    if (plan === null || (await claim(plan.id))) return plan;
    skipped.add(plan.id);
  }
}

/** A merged plan counts as completed, also if the checkout is behind. */
const markShipped =
  (shipped: readonly string[]) =>
  (plan: PlanFile): PlanFile =>
    shipped.includes(plan.id) ? { ...plan, status: 'completed', place: 'completed' } : plan;

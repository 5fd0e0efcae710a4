/** What one phase stands on: the job it is handed, or why it cannot begin and the command that comes first. A row a phase. */

import { isBlocking } from '@harness/core/answer-contracts/findings';
import type { Config } from '@harness/core/config/schema';
import { refusalOf } from '@harness/core/failure/refusal';
import type { SinglePhase } from '@harness/core/plans/phases';
import { phaseCodes } from '@harness/core/workflows/phase/codes';
import type { CleanReview, PhaseJob } from '@harness/core/workflows/phase/job';
import { type CommitFacts, commitFacts, planFacts } from '@harness/core/workflows/plan/facts';
import type { PlanJob } from '@harness/core/workflows/plan/job';
import { isCheckedOut, readRef } from '@harness/effects/git/refs/ref';
import type { PlanHistory } from '../plan/plan-history.ts';

interface Ground {
  readonly plan: PlanJob;
  readonly config: Pick<Config, 'devServer'>;
  /** The newest commit of the plan's branch; null when there is no branch. */
  readonly head: string | null;
  readonly isCheckedOut: boolean;
  known(head: string): CommitFacts;
}

export async function preparePhaseJob(
  root: string,
  phase: SinglePhase,
  plan: PlanJob,
  config: Ground['config'],
  { journals }: PlanHistory,
): Promise<PhaseJob> {
  const ref = `refs/heads/${plan.branch}`;
  const facts = planFacts(journals, plan.id);
  return rows[phase]({
    ...{ plan, config },
    head: await readRef(root, `${ref}^{commit}`),
    isCheckedOut: await isCheckedOut(root, ref),
    known: (head) => commitFacts(facts, head),
  });
}

const rows: { readonly [Phase in SinglePhase]: (ground: Ground) => PhaseJob } = {
  implement: (ground) => ({ phase: 'implement', plan: movable(ground) }),
  review: ({ plan, head }) => ({ phase: 'review', plan: begun(plan, head).plan }),
  'review-ui': ({ plan, head }) => {
    if (!plan.screens) throw refusalOf(phaseCodes, 'phase.unconfigured', { phase: 'review-ui', setting: 'devServer' });
    return { phase: 'review-ui', plan: begun(plan, head).plan, screens: plan.screens };
  },
  fix: (ground) => {
    const { head } = begun(ground.plan, ground.head);
    const found = ground.known(head).toFix;
    if (found.length === 0)
      throw refusalOf(phaseCodes, 'phase.nothing-to-fix', { plan: ground.plan.id, branch: ground.plan.branch });
    return { phase: 'fix', plan: movable(ground), found };
  },
  'e2e-verify': ({ plan, head }) => {
    if (typeof plan.e2e !== 'object')
      throw refusalOf(phaseCodes, 'phase.unconfigured', { phase: 'e2e-verify', setting: 'e2e.command' });
    return { phase: 'e2e-verify', plan: begun(plan, head).plan, e2e: plan.e2e };
  },
  'prepare-pr': (ground) => {
    const { plan, head } = begun(ground.plan, ground.head);
    const known = ground.known(head);
    const review = cleanReview(head, known);
    if (review !== null) return { phase: 'prepare-pr', plan, review, checks: known.checks };
    const first = known.review === null ? 'review' : 'fix';
    throw refusalOf(phaseCodes, 'phase.unreviewed', { plan: plan.id, branch: plan.branch, first });
  },
  'merge-check': (ground) => {
    const { plan, head } = begun(ground.plan, ground.head);
    const known = ground.known(head);
    const kept = known.e2e?.keptIn ?? null;
    const e2e = typeof plan.e2e === 'object' ? (kept === null ? 'missing' : 'passed') : plan.e2e;
    return { phase: 'merge-check', plan, review: cleanReview(head, known), e2e, evidence: kept };
  },
};

/** Whoever looks at a branch, or goes on with it, needs one. */
function begun(plan: PlanJob, head: string | null): { readonly plan: PlanJob; readonly head: string } {
  if (head === null) throw refusalOf(phaseCodes, 'phase.no-branch', { plan: plan.id, branch: plan.branch });
  return { plan, head };
}

/** A commit on the branch that somebody stands on would make their files look changed. */
function movable({ plan, isCheckedOut: isTheirs }: Ground): PlanJob {
  if (isTheirs) throw refusalOf(phaseCodes, 'branch.checked-out', { branch: plan.branch, base: plan.base });
  return plan;
}

const cleanReview = (head: string, { review }: CommitFacts): CleanReview | null =>
  review === null || review.some(isBlocking) ? null : { head, followUps: review };

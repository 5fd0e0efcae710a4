/** Creates the job of one phase, or refuses with the command that must come first. */

import { isBlocking } from '@harness/core/answer-contracts/findings';
import type { Config } from '@harness/core/config/schema';
import { refusalOf } from '@harness/core/failure/refusal';
import type { SinglePhase } from '@harness/core/plans/phases';
import { phaseCodes } from '@harness/core/workflows/phase/codes';
import type { CleanReview, PhaseJob } from '@harness/core/workflows/phase/job';
import { decisionsOf } from '@harness/core/workflows/plan/child-jobs';
import { type CommitFacts, commitFacts, planFacts } from '@harness/core/workflows/plan/facts';
import type { PlanJob } from '@harness/core/workflows/plan/job';
import { isCheckedOut, readRef } from '@harness/effects/git/refs/ref';
import type { PlanHistory } from '../plan/plan-history.ts';

interface PhaseContext {
  readonly plan: PlanJob;
  readonly config: Pick<Config, 'devServer'>;
  /** The newest commit of the plan's branch; null if the branch does not exist. */
  readonly head: string | null;
  readonly isCheckedOut: boolean;
  factsAt(head: string): CommitFacts;
}

export async function preparePhaseJob(
  root: string,
  phase: SinglePhase,
  plan: PlanJob,
  config: PhaseContext['config'],
  { journals }: PlanHistory,
): Promise<PhaseJob> {
  const ref = `refs/heads/${plan.branch}`;
  const facts = planFacts(journals, plan.id);
  return jobByPhase[phase]({
    plan,
    config,
    head: await readRef(root, `${ref}^{commit}`),
    isCheckedOut: await isCheckedOut(root, ref),
    factsAt: (head) => commitFacts(facts, head),
  });
}

const jobByPhase: { readonly [Phase in SinglePhase]: (context: PhaseContext) => PhaseJob } = {
  implement: (context) => ({ phase: 'implement', plan: requireNotCheckedOut(context) }),
  review: ({ plan, head }) => ({ phase: 'review', plan: requireBranch(plan, head).plan }),
  'review-ui': ({ plan, head }) => {
    if (!plan.screens) throw refusalOf(phaseCodes, 'phase.unconfigured', { phase: 'review-ui', setting: 'devServer' });
    return { phase: 'review-ui', plan: requireBranch(plan, head).plan, screens: plan.screens };
  },
  fix: (context) => {
    const { head } = requireBranch(context.plan, context.head);
    const { toFix: found, ...facts } = context.factsAt(head);
    if (found.length === 0)
      throw refusalOf(phaseCodes, 'phase.nothing-to-fix', { plan: context.plan.id, branch: context.plan.branch });
    return { phase: 'fix', plan: requireNotCheckedOut(context), found, decided: decisionsOf(facts) };
  },
  'e2e-verify': ({ plan, head }) => {
    if (typeof plan.e2e !== 'object')
      throw refusalOf(phaseCodes, 'phase.unconfigured', { phase: 'e2e-verify', setting: 'e2e.command' });
    return { phase: 'e2e-verify', plan: requireBranch(plan, head).plan, e2e: plan.e2e };
  },
  'prepare-pr': (context) => {
    const { plan, head } = requireBranch(context.plan, context.head);
    const commit = context.factsAt(head);
    const review = cleanReview(head, commit);
    const proof = commit.unwitnessed ? { unwitnessed: commit.unwitnessed } : {};
    if (review !== null) return { phase: 'prepare-pr', plan, review, checks: commit.checks, ...proof };
    const first = commit.review === null ? 'review' : 'fix';
    throw refusalOf(phaseCodes, 'phase.unreviewed', { plan: plan.id, branch: plan.branch, first });
  },
  'merge-check': (context) => {
    const { plan, head } = requireBranch(context.plan, context.head);
    const commit = context.factsAt(head);
    const kept = commit.e2e?.keptIn ?? null;
    const e2e = typeof plan.e2e === 'object' ? (kept === null ? 'missing' : 'passed') : plan.e2e;
    return { phase: 'merge-check', plan, review: cleanReview(head, commit), e2e, evidence: kept };
  },
};

/** Every phase but `implement` needs the plan's branch. */
function requireBranch(plan: PlanJob, head: string | null): { readonly plan: PlanJob; readonly head: string } {
  if (head === null) throw refusalOf(phaseCodes, 'phase.no-branch', { plan: plan.id, branch: plan.branch });
  return { plan, head };
}

/** A commit on a checked-out branch would make the user's files look changed. */
function requireNotCheckedOut({ plan, isCheckedOut: isInUse }: PhaseContext): PlanJob {
  if (isInUse) throw refusalOf(phaseCodes, 'branch.checked-out', { branch: plan.branch, base: plan.base });
  return plan;
}

const cleanReview = (head: string, { review }: CommitFacts): CleanReview | null =>
  review === null || review.some(isBlocking) ? null : { head, followUps: review };

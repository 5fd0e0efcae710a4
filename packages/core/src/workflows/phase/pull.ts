/** prepare-pr and merge-check: write a pull request's body, and check whether it may be merged; only read the forge. */
import { agent } from '../../effects/agent.ts';
import { findPull, readPull } from '../../effects/forge.ts';
import { act } from '../../effects/operation.ts';
import { defineStep } from '../../machine/machine.ts';
import { findUnreadyReasons } from '../../pull-request/readiness.ts';
import { withFollowUps, withUnwitnessed } from '../../pull-request/sections.ts';
import { workplace } from '../deliver/job.ts';
import { mergeChecker } from '../plan/roles/merge-checker.ts';
import { preparer } from '../plan/roles/preparer.ts';
import { type PhaseState, phaseFailed, phaseRefused } from './job.ts';

const step = defineStep<PhaseState>();

export const pullSteps = [
  step({
    at: 'preparing',
    to: ['prepared', 'failed'],
    needs: ({ job: { plan, checks }, change: { diff, from } }) => ({
      body: agent(preparer, workplace(from), { task: plan.text, diff, checks }, { item: plan.id }),
    }),
    next: ({ job, change: { head } }, { body }) =>
      body.ok
        ? {
            at: 'prepared',
            head,
            body: withFollowUps(withUnwitnessed(body.value, job.unwitnessed), job.review.followUps),
          }
        : phaseFailed(body.failure),
  }),
  step({
    at: 'finding',
    to: ['reading', 'failed'],
    needs: ({ job: { plan } }) => ({ found: act(findPull, { branch: plan.branch, base: plan.base }) }),
    next: ({ job, change }, { found }) => {
      if (!found.ok) return phaseFailed(found.failure);
      const { pull } = found.value;
      return pull === null
        ? phaseRefused('pull.none', { branch: job.plan.branch })
        : { at: 'reading', job, change, pull };
    },
  }),
  step({
    at: 'reading',
    to: ['judging', 'failed'],
    needs: ({ pull, job: { plan } }) => ({ read: act(readPull, { pull, ignore: plan.patience.ignore }) }),
    next: ({ job, change, pull }, { read }) => {
      if (!read.ok) return phaseFailed(read.failure);
      const { head, body, state } = read.value;
      if (state.is !== 'open') return phaseRefused('pull.none', { branch: job.plan.branch });
      if (head !== change.head) return phaseRefused('pull.changed', { pull, head });
      const review = job.review?.head === head ? 'clean' : 'missing';
      const reasons = findUnreadyReasons(read.value, job.e2e, review);
      if (reasons.length > 0) return phaseRefused('pull.unready', { pull, reasons: reasons.join(', ') });
      return { at: 'judging', job, change, pull, body };
    },
  }),
  step({
    at: 'judging',
    to: ['ready', 'failed'],
    needs: ({ job: { plan, evidence }, change: { diff, from }, body }) => ({
      verdict: agent(mergeChecker, workplace(from), { task: plan.text, diff, body, evidence }, { item: plan.id }),
    }),
    next: ({ change: { head }, pull }, { verdict }) => {
      if (!verdict.ok) return phaseFailed(verdict.failure);
      return verdict.value.is === 'ready'
        ? { at: 'ready', head, pull }
        : phaseRefused('pull.objected', { pull, why: verdict.value.why });
    },
  }),
];

/** implement and fix: run converge without reviewers. The commit on the branch has green checks. */
import { call } from '../../effects/call.ts';
import { defineStep } from '../../machine/machine.ts';
import type { ConvergeJob } from '../converge/job.ts';
import { converge } from '../converge/machine.ts';
import { acceptRole, baseConvergeJob, proofFields } from '../plan/child-jobs.ts';
import { fixer } from '../plan/roles/fixer.ts';
import { planImplementer } from '../plan/roles/implementer.ts';
import { type JobOf, type PhaseState, phaseRefused } from './job.ts';

const step = defineStep<PhaseState>();

export const implementPhaseSteps = [
  step({
    at: 'building',
    to: ['built', 'spent', 'stopped', 'failed'],
    needs: ({ job }) => ({ loop: call(converge, job.plan.title, convergeJob(job)) }),
    next: ({ job: { plan } }, { loop: { result } }) => {
      if (result === null || result.at === 'stopped') return { at: 'stopped' };
      if (result.at !== 'converged') return result;
      const { commit, branch = plan.branch } = result;
      return commit === null ? phaseRefused('plan.no-change', { plan: plan.id }) : { at: 'built', branch, commit };
    },
  }),
];

const convergeJob = (job: JobOf<'implement' | 'fix'>): ConvergeJob => ({
  ...baseConvergeJob(job.plan, null, {
    ...proofFields(job.plan),
    ...(job.phase === 'fix' ? repairFields(job) : { continues: true }),
  }),
  roles: { ...acceptRole(job.plan), implement: planImplementer.id, repair: fixer.id, review: [] },
});

const repairFields = ({ plan, found, decided }: JobOf<'fix'>): Partial<ConvergeJob> => ({
  title: `${plan.title}: repair what was found`,
  mend: { is: 'findings', findings: found },
  ...(decided ? { decided } : {}),
});

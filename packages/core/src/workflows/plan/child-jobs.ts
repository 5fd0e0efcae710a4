/** Creates the jobs of the child runs that a plan calls: converge and deliver. */
import type { ConvergeJob } from '../converge/job.ts';
import type { DeliverJob } from '../deliver/job.ts';
import type { PlanJob, PlanState } from './job.ts';

export const convergeJob = (job: PlanJob, onto: string | null): ConvergeJob => ({
  item: job.id,
  title: job.title,
  task: job.text,
  slug: `${job.id}-${job.slug}`,
  branch: job.branch,
  from: job.base,
  checks: job.checks,
  checkTimeoutMs: job.checkTimeoutMs,
  passes: job.passes,
  ...(onto === null ? {} : { at: onto }),
  ...(job.testFiles ? { testFiles: job.testFiles } : {}),
  ...(job.reports ? { reports: job.reports } : {}),
  ...(typeof job.e2e === 'object' ? { e2e: job.e2e } : {}),
  ...(job.screens ? { screens: job.screens } : {}),
  whenSpent: 'fail', // the queue then blocks the plan and continues with the next one (Dd-04)
  roles: { implement: 'plans.implementer', repair: 'plans.fixer', review: ['plans.reviewer'] },
});

export const repairJob = ({
  job,
  onto,
  branch,
  passesLeft,
  mend,
}: Extract<PlanState, { at: 'mending' }>): ConvergeJob => ({
  ...convergeJob(job, onto),
  branch,
  passes: passesLeft,
  mend,
  ...(mend.is === 'base' ? { title: `Merge ${job.base} into ${branch}` } : {}),
});

export const deliverJob = ({
  job,
  onto,
  branch,
  followUps,
  pull,
}: Extract<PlanState, { at: 'delivering' }>): DeliverJob => ({
  item: job.id,
  title: job.title,
  task: job.text,
  branch,
  base: job.base,
  onto,
  checks: job.checks,
  followUps,
  label: job.label,
  patience: job.patience,
  ...(pull === null ? {} : { pull }),
  e2e: typeof job.e2e === 'object' ? 'passed' : job.e2e,
  evidence: typeof job.e2e === 'object' ? job.e2e.keepIn : null,
});

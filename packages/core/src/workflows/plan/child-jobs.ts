/** Creates the jobs of the child runs that a plan calls: converge and deliver. */
import type { ConvergeJob } from '../converge/job.ts';
import type { DeliverJob } from '../deliver/job.ts';
import type { PlanJob, PlanState } from './job.ts';

type At<Name extends PlanState['at']> = Extract<PlanState, { at: Name }>;

/** The part that the whole run and its single phases share. */
export const baseConvergeJob = (
  job: PlanJob,
  onto: string | null,
  own: Partial<ConvergeJob>,
): Omit<ConvergeJob, 'roles'> => ({
  item: job.id,
  title: job.title,
  task: job.text,
  slug: `${job.id}-${job.slug}`,
  branch: job.branch,
  from: job.base,
  checks: job.checks,
  checkTimeoutMs: job.checkTimeoutMs,
  ...(job.baseline ? { baseline: job.baseline } : {}),
  ...(job.rooms ? { rooms: true } : {}),
  ...(job.stepDiffs ? { stepDiffs: true } : {}),
  passes: job.passes,
  ...(onto === null ? {} : { at: onto }),
  ...(job.testFiles ? { testFiles: job.testFiles } : {}),
  ...(job.reports ? { reports: job.reports } : {}),
  ...own,
  whenSpent: 'fail', // the queue then blocks the plan and continues with the next one (Dd-04)
});

/** How a new change is proved. A repair is not: its base is the branch itself, which already has the witness. */
export const proofFields = ({ trust, kind, changes }: PlanJob): Partial<ConvergeJob> => ({
  ...(trust ? { trust } : {}),
  ...(kind ? { kind } : {}),
  ...(changes ? { changes } : {}),
});

export const convergeJob = (job: PlanJob, onto: string | null): ConvergeJob => ({
  ...reviewedJob(job, onto),
  ...proofFields(job),
});

const reviewedJob = (job: PlanJob, onto: string | null): ConvergeJob => ({
  ...baseConvergeJob(job, onto, {
    ...(typeof job.e2e === 'object' ? { e2e: job.e2e } : {}),
    ...(job.screens ? { screens: job.screens } : {}),
  }),
  roles: { implement: 'plans.implementer', repair: 'plans.fixer', review: ['plans.reviewer'] },
});

export const repairJob = ({ job, onto, branch, passesLeft, mend }: At<'mending'>): ConvergeJob => ({
  ...reviewedJob(job, onto),
  branch,
  passes: passesLeft,
  mend,
  ...(job.baseline ? { baseline: [] } : {}), // a person has already decided about the base
  ...(mend.is === 'base' ? { title: `Merge ${job.base} into ${branch}` } : {}),
});

export const deliverJob = ({ job, onto, branch, followUps, pull, unwitnessed }: At<'delivering'>): DeliverJob => ({
  item: job.id,
  title: job.title,
  task: job.text,
  branch,
  base: job.base,
  onto,
  checks: job.checks,
  followUps,
  ...(unwitnessed ? { unwitnessed } : {}),
  label: job.label,
  patience: job.patience,
  ...(pull === null ? {} : { pull }),
  e2e: typeof job.e2e === 'object' ? 'passed' : job.e2e,
  evidence: typeof job.e2e === 'object' ? job.e2e.keepIn : null,
});

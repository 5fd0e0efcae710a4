/** Creates the jobs of the child runs that a plan calls: converge and deliver. */
import type { ConvergeJob, ProofDecisions } from '../converge/job.ts';
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

/** How a change is proved. */
export const proofFields = ({ trust, kind, changes }: PlanJob): Partial<ConvergeJob> => ({
  ...(trust ? { trust } : {}),
  ...(kind ? { kind } : {}),
  ...(changes ? { changes } : {}),
});

/** The role that writes acceptance tests before the work; absent if the implementer writes all tests. */
export const acceptRole = ({ trust }: PlanJob): Pick<ConvergeJob['roles'], 'accept'> =>
  trust?.acceptance === 'independent' ? { accept: 'plans.acceptance-writer' } : {};

export const convergeJob = (job: PlanJob, onto: string | null): ConvergeJob => ({
  ...baseConvergeJob(job, onto, {
    ...proofFields(job),
    ...(typeof job.e2e === 'object' ? { e2e: job.e2e } : {}),
    ...(job.screens ? { screens: job.screens } : {}),
  }),
  roles: { ...acceptRole(job), implement: 'plans.implementer', repair: 'plans.fixer', review: ['plans.reviewer'] },
});

/** A repair is judged like the change itself: the whole branch against the base, so that it keeps its witness. */
export function repairJob(state: At<'mending'>): ConvergeJob {
  const { job, onto, branch, passesLeft, mend } = state;
  return {
    ...convergeJob(job, onto),
    branch,
    passes: passesLeft,
    mend,
    ...(job.baseline ? { baseline: [] } : {}), // a person has already decided about the base
    ...(job.trust ? { given: givenChecks(job), decided: decisionsOf(state) } : {}),
    ...(mend.is === 'base' ? { title: `Merge ${job.base} into ${branch}` } : {}),
  };
}

/** Absent fields stay absent. */
export const decisionsOf = ({ promised, unwitnessed, frozen }: ProofDecisions): ProofDecisions => ({
  ...(promised ? { promised } : {}),
  ...(unwitnessed ? { unwitnessed } : {}),
  ...(frozen ? { frozen } : {}),
});

const givenChecks = ({ checks, baseline = [] }: PlanJob) => checks.filter((command) => !baseline.includes(command));

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

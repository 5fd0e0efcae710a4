/**
 * One plan file: carried out by converge, delivered as a pull request, and filed when that is merged. What `harness run`
 * does, and what the queue does for each plan.
 */
import { call } from '../../effects/call.ts';
import { filePlan } from '../../effects/filing.ts';
import { listMerged } from '../../effects/forge.ts';
import { act } from '../../effects/operation.ts';
import { machineOf, stepsOf } from '../../machine.ts';
import type { Job as ConvergeJob } from '../converge/job.ts';
import { converge } from '../converge/machine.ts';
import type { Job as DeliverJob } from '../deliver/job.ts';
import { deliver } from '../deliver/machine.ts';
import type { Job, Plan, Planned } from './job.ts';

const step = stepsOf<Plan>();

/** So many merges back a merged pull request of the same branch is looked for (DO-08). */
const mergesLookedAt = 50;

export const plan = machineOf<Job, Plan, Planned>()({
  id: 'plan',
  version: 1,
  start: (job) => ({ at: job.localOnly ? 'converging' : 'looking', job }),
  steps: [
    step({
      at: 'looking',
      to: ['converging', 'filing', 'failed'],
      needs: ({ job: { base } }) => ({ listed: act(listMerged, { base, most: mergesLookedAt }) }),
      next: ({ job }, { listed }) => {
        if (!listed.ok) return { at: 'failed', because: listed.failure };
        const earlier = listed.value.merged.find(({ branch }) => branch === job.branch);
        return earlier ? { at: 'filing', job, sha: earlier.sha } : { at: 'converging', job };
      },
    }),
    step({
      at: 'converging',
      to: ['delivering', 'built', 'spent', 'stopped', 'failed'],
      needs: ({ job }) => ({ loop: call(converge, job.title, convergeJob(job)) }),
      next: ({ job }, { loop: { result } }) => {
        if (result === null || result.at === 'stopped') return { at: 'stopped' };
        if (result.at !== 'converged') return result;
        const { commit, branch = job.branch, followUps } = result;
        if (commit === null) return { at: 'failed', because: { code: 'plan.no-change', params: { plan: job.id } } };
        return job.localOnly ? { at: 'built', branch, followUps } : { at: 'delivering', job, branch, followUps };
      },
    }),
    step({
      at: 'delivering',
      to: ['filing', 'stopped', 'failed'],
      needs: (state) => ({ pull: call(deliver, state.job.title, deliverJob(state)) }),
      next: ({ job }, { pull: { result } }) => {
        if (result === null) return { at: 'stopped' };
        return result.at === 'merged' ? { at: 'filing', job, sha: result.sha } : result;
      },
    }),
    step({
      at: 'filing',
      to: ['shipped', 'failed'],
      needs: ({ job: { id, file, completedDir, base } }) => ({
        filed: act(filePlan, { id, file, completedDir, base }),
      }),
      next: ({ sha }, { filed }) => (filed.ok ? { at: 'shipped', sha } : { at: 'failed', because: filed.failure }),
    }),
  ],
  ends: { shipped: 'done', built: 'done', spent: 'limit-reached', stopped: 'stopped', failed: 'by-failure' },
  result: (state) => state,
  results: [
    { at: 'shipped', sha: 'm1' },
    { at: 'built', branch: 'task/x', followUps: [] },
    { at: 'spent' },
    { at: 'stopped' },
    { at: 'failed', because: { code: 'agent.rate-limit', params: {} } },
  ],
});

const convergeJob = ({
  id,
  title,
  text,
  slug,
  branch,
  base,
  checks,
  checkTimeoutMs,
  testFiles,
  reports,
  passes,
  e2e,
  screens,
}: Job): ConvergeJob => ({
  ...{ item: id, title, task: text, slug: `${id}-${slug}`, branch, from: base, checks, checkTimeoutMs, passes },
  ...(testFiles ? { testFiles } : {}),
  ...(reports ? { reports } : {}),
  ...(typeof e2e === 'object' ? { e2e } : {}),
  ...(screens ? { screens } : {}),
  whenSpent: 'fail', // the plan is blocked then, and the next one goes on (Dd-04)
  roles: { implement: 'plans.implementer', repair: 'plans.fixer', review: ['plans.reviewer'] },
});

const deliverJob = ({ job, branch, followUps }: Extract<Plan, { at: 'delivering' }>): DeliverJob => ({
  ...{ item: job.id, title: job.title, task: job.text, branch, base: job.base, checks: job.checks, followUps },
  ...{ label: job.label, patience: job.patience },
  e2e: typeof job.e2e === 'object' ? 'passed' : job.e2e,
  evidence: typeof job.e2e === 'object' ? job.e2e.keepIn : null,
});

/** Takes one plan file to a merged pull request: calls converge, then deliver, then files the plan. */
import { call } from '../../effects/call.ts';
import { filePlan } from '../../effects/file-plan.ts';
import { fetchBase, listMerged } from '../../effects/forge.ts';
import { act } from '../../effects/operation.ts';
import { failureOf } from '../../failure/failure.ts';
import { defineMachine, defineStep } from '../../machine/machine.ts';
import { converge } from '../converge/machine.ts';
import { deliver } from '../deliver/machine.ts';
import { convergeJob, decisionsOf, deliverJob } from './child-jobs.ts';
import type { PlanJob, PlanResult, PlanState } from './job.ts';
import { afterFailedMerge, repairPullSteps } from './repair-pull.ts';

const step = defineStep<PlanState>();

/** How many recent merges are searched for an earlier pull request of the branch (DO-08). */
const maxMerges = 50;
const maxCatchUps = 3;

export const plan = defineMachine<PlanJob, PlanState, PlanResult>()({
  id: 'plan',
  version: 1,
  start: (job) => (job.localOnly ? { at: 'converging', job, onto: null } : { at: 'looking', job }),
  steps: [
    step({
      at: 'looking',
      to: ['converging', 'filing', 'failed'],
      needs: ({ job: { base } }) => ({
        listed: act(listMerged, { base, most: maxMerges }),
        fetched: act(fetchBase, { base }),
      }),
      next: ({ job }, { listed, fetched }) => {
        if (!listed.ok) return { at: 'failed', because: listed.failure };
        if (!fetched.ok) return { at: 'failed', because: fetched.failure };
        const earlier = listed.value.merged.find(({ branch }) => isBranchOf(branch, job.branch));
        if (earlier) return { at: 'filing', job, sha: earlier.sha };
        const { commit, local } = fetched.value;
        if (local.is === 'unpushed') return { at: 'failed', because: unpushedFailure(job, local.commits) };
        return { at: 'converging', job, onto: commit };
      },
    }),
    step({
      at: 'converging',
      to: ['delivering', 'built', 'spent', 'stopped', 'failed'],
      needs: ({ job, onto }) => ({ loop: call(converge, job.title, convergeJob(job, onto)) }),
      next: ({ job, onto }, { loop: { result } }) => {
        if (result === null || result.at === 'stopped') return { at: 'stopped' };
        if (result.at !== 'converged') return result;
        const { commit, branch = job.branch, followUps, passesLeft = 0, ignored = [] } = result;
        if (commit === null) return { at: 'failed', because: failureOf('plan.no-change', { plan: job.id }) };
        if (job.localOnly || onto === null) return { at: 'built', branch, followUps };
        const implemented = {
          job: withoutChecks(job, ignored),
          onto,
          branch,
          followUps,
          ...decisionsOf(result),
          passesLeft,
          catchUpsLeft: maxCatchUps,
        };
        return { ...implemented, at: 'delivering', pull: null };
      },
    }),
    step({
      at: 'delivering',
      to: ['filing', 'catching-up', 'mending', 'stopped', 'failed'],
      needs: (state) => ({ pull: call(deliver, state.job.title, deliverJob(state)) }),
      next: (state, { pull: { result } }) => {
        if (result === null) return { at: 'stopped' };
        if (result.at === 'merged') return { at: 'filing', job: state.job, sha: result.sha };
        return afterFailedMerge(state, result);
      },
    }),
    ...repairPullSteps,
    step({
      at: 'filing',
      to: ['shipped'],
      needs: ({ job: { id, file, completedDir, base, label } }) => ({
        filed: act(filePlan, { id, file, completedDir, base, label }),
      }),
      // The merge is done even if filing fails: the next run of the plan finds the merge and only files it.
      next: ({ sha }, { filed }) => {
        if (!filed.ok) return { at: 'shipped', sha, left: { is: 'failed', because: filed.failure } };
        const { waits } = filed.value;
        return { at: 'shipped', sha, ...(waits ? { left: { is: 'waiting', ...waits } } : {}) };
      },
    }),
  ],
  ends: { shipped: 'done', built: 'done', spent: 'limit-reached', stopped: 'stopped', failed: 'by-failure' },
  result: (state) => state,
  results: [
    { at: 'shipped', sha: 'm1' },
    { at: 'shipped', sha: 'm1', left: { is: 'waiting', pull: 2, url: 'u' } },
    { at: 'built', branch: 'task/x', followUps: [] },
    { at: 'spent' },
    { at: 'stopped' },
    { at: 'failed', because: { code: 'agent.rate-limit', params: {} } },
  ],
});

/** Checks that a person ignores decide neither here nor at a local forge, whose checks are the same commands. */
function withoutChecks(job: PlanJob, ignored: readonly string[]): PlanJob {
  if (ignored.length === 0) return job;
  const checks = job.checks.filter((command) => !ignored.includes(command));
  const ignore = [...job.patience.ignore, ...ignored];
  return { ...job, checks, patience: { ...job.patience, ignore, ignoredByPerson: ignored } };
}

/** Repeated runs of a plan add a number to its branch. */
const isBranchOf = (branch: string, own: string): boolean => branch.replace(/-\d+$/, '') === own || branch === own;

const unpushedFailure = ({ base }: PlanJob, commits: number) => failureOf('base.unpushed', { base, commits });

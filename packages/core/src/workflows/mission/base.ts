/** Runs the checks on the base before the first agent call of a mission. Red ones that a person ignores do not decide. */
import { call } from '../../effects/call.ts';
import { defineStep } from '../../machine/machine.ts';
import { baseChecks } from '../base-checks/machine.ts';
import type { MissionJob } from './job.ts';
import { afterLook } from './plan.ts';
import type { Mission } from './state.ts';

const step = defineStep<Mission>();

/** No lane: only its clean room exists, with the dependencies of the checkout. */
export const roomPath = '.harness/worktrees/base-checks';

export const missionBaseSteps = [
  step({
    at: 'checking-base',
    to: ['opening-plan', 'reviewing-plan', 'firing', 'deciding', 'nothing', 'stopped', 'failed'],
    needs: ({ job, looked: { head } }) => ({ base: call(baseChecks, 'checks on the base', baseChecksJob(job, head)) }),
    next: ({ job, looked }, { base: { result } }) => {
      if (result === null || result.at === 'stopped') return { at: 'stopped', features: [] };
      if (result.at === 'failed') return { at: 'failed', because: result.because, features: [] };
      return afterLook(withoutIgnored(job, result.ignored), looked);
    },
  }),
];

const baseChecksJob = ({ checks, checkTimeoutMs, reports, checkout }: MissionJob, commit: string) => ({
  path: checkout ? '.' : roomPath,
  commit,
  checks,
  exempt: [],
  checkTimeoutMs,
  ...(reports ? { reports } : {}),
});

function withoutIgnored(job: MissionJob, ignored: readonly string[]): MissionJob {
  if (ignored.length === 0) return job;
  return { ...job, checks: job.checks.filter((command) => !ignored.includes(command)) };
}

/** Runs the checks on the base before the first agent call. Red ones that a person ignores do not decide. */
import { call } from '../../effects/call.ts';
import { defineStep } from '../../machine/machine.ts';
import { baseChecks } from '../base-checks/machine.ts';
import { type ConvergeState, type Pass, toGiveUp, toWork } from './job.ts';

const step = defineStep<ConvergeState>();

export const baseSteps = [
  step({
    at: 'checking-base',
    to: ['accepting', 'implementing', 'closing'],
    needs: (state) => ({ base: call(baseChecks, 'checks on the base', baseChecksJob(state, state.on)) }),
    next: (state, { base: { result } }) => {
      if (result === null || result.at === 'stopped')
        return { at: 'closing', lane: state.lane, over: { at: 'stopped' } };
      if (result.at === 'failed') return toGiveUp(state, result.because);
      return toWork({ ...withIgnored(state, result.ignored), repair: state.repair });
    },
  }),
];

const baseChecksJob = ({ job, lane }: Pass, commit: string) => ({
  path: lane.path,
  commit,
  checks: job.checks,
  exempt: job.checks.filter((command) => !job.baseline?.includes(command)),
  checkTimeoutMs: job.checkTimeoutMs,
  ...(job.reports ? { reports: job.reports } : {}),
});

function withIgnored(state: Pass, ignored: readonly string[]): Pass {
  if (ignored.length === 0) return state;
  const checks = state.job.checks.filter((command) => !ignored.includes(command));
  return { ...state, job: { ...state.job, checks }, ignored };
}

/** Runs the checks on the base before the first agent call of a task. Red ones that a person ignores do not decide. */
import { call } from '../../effects/call.ts';
import { clearSession, leaveBranch, type VerifyStep, verifySteps } from '../../effects/checkout.ts';
import { act } from '../../effects/operation.ts';
import type { Effect } from '../../machine/machine.ts';
import { baseChecks } from '../base-checks/machine.ts';
import { type Session, sessionState, type TaskJob } from './session.ts';
import { step, taskFailed } from './state.ts';
import { failureOfNeed } from './user-files.ts';

export const taskBaseSteps = [
  step({
    at: 'checking-base',
    to: ['looking', 'leaving', 'failed'],
    needs: (state) => ({ base: call(baseChecks, 'checks on the base', baseChecksJob(state)) }),
    next: (state, { base: { result } }) => {
      if (result === null || result.at === 'stopped') return { ...sessionState(state), at: 'leaving' };
      if (result.at === 'failed') return taskFailed(result.because);
      return {
        ...withBase(state, stepsOf(state.job, result.ignored), stepsOf(state.job, result.missing)),
        at: 'looking',
      };
    },
  }),
  step({
    at: 'leaving', // a person stopped before any work: remove the session and its branch
    to: ['cancelled', 'failed'],
    needs: ({ branch, base }) => ({
      cleared: act(clearSession, { docsPath: null }),
      ...((branch === null ? {} : { left: act(leaveBranch, { branch, base }) }) as { readonly left: Effect<unknown> }),
    }),
    next: (_, { cleared, left }) => {
      if (!cleared.ok) return taskFailed(cleared.failure);
      const failure = failureOfNeed(left);
      return failure ? taskFailed(failure) : { at: 'cancelled' };
    },
  }),
] as const;

/** Runs of older versions, and tasks without checks, start at once. */
export const toBase = (s: Session) =>
  s.job.baseline !== undefined && dueCommands(s.job).length > 0
    ? ({ ...sessionState(s), at: 'checking-base' } as const)
    : ({ ...sessionState(s), at: 'looking' } as const);

const dueCommands = ({ commands }: TaskJob): readonly string[] => verifySteps.flatMap((name) => commands[name] ?? []);

function baseChecksJob({ job, base }: Session) {
  const asked = (job.baseline ?? []).map((name) => job.commands[name]);
  const checks = dueCommands(job);
  return {
    path: '.',
    commit: base,
    checks,
    exempt: checks.filter((command) => !asked.includes(command)),
    checkTimeoutMs: job.checkTimeoutMs,
    skipsMissing: true,
  } as const;
}

const stepsOf = ({ commands }: TaskJob, some: readonly string[]): readonly VerifyStep[] =>
  verifySteps.filter((name) => some.includes(commands[name] ?? ''));

function withBase(s: Session, ignored: readonly VerifyStep[], missing: readonly VerifyStep[]): Session {
  const commands = { ...s.job.commands };
  for (const name of ignored) commands[name] = null;
  return {
    ...sessionState(ignored.length > 0 ? { ...s, job: { ...s.job, commands } } : s),
    ...(ignored.length > 0 ? { ignored } : {}),
    ...(missing.length > 0 ? { missing } : {}),
  };
}

/** A session that was found goes on where HEAD is: on its own branch, or on one that it gets now (W-60, decision 23). */
import { type CheckoutHead, openBranch } from '../../effects/checkout.ts';
import { act } from '../../effects/operation.ts';
import { type Session, sessionState } from './session.ts';
import { type ResumePoint, step, taskFailed } from './state.ts';

export const continueSessionSteps = [
  step({
    at: 'rejoining',
    to: ['inspecting', 'failed'],
    needs: ({ job: { slug } }) => ({ opened: act(openBranch, { slug }) }),
    next: (state, { opened }) => {
      if (!opened.ok) return taskFailed(opened.failure);
      // What differs is the session's own work, as far as anybody can tell: it is not foreign.
      const { branch, base } = opened.value;
      return { ...sessionState(state), ...resumedState(state), branch, base, at: 'inspecting' };
    },
  }),
] as const;

/** Of a session that was found: HEAD is not on its branch, so it has none to commit on. */
export const isOffBranch = ({ job, base, branch }: Session, head: CheckoutHead | null): boolean =>
  job.hasGit && base === null && head !== null && head.commit !== null && (branch === null || branch !== head.branch);

export const resumedState = ({ phase, step: name, anew }: ResumePoint): ResumePoint => ({
  phase,
  step: name,
  ...(anew ? { anew } : {}),
});

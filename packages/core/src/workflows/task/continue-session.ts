/** Continues a found session at HEAD: on its own branch, or on a new one (W-60, decision 23). */
import { type CheckoutHead, openBranch } from '../../effects/checkout.ts';
import { act } from '../../effects/operation.ts';
import type { TaskPhase } from './phase.ts';
import { type Session, sessionState } from './session.ts';
import { type ResumePoint, step, taskFailed } from './state.ts';

export const continueSessionSteps = [
  step({
    at: 'rejoining',
    to: ['inspecting', 'failed'],
    needs: ({ job: { slug } }) => ({ opened: act(openBranch, { slug }) }),
    next: (state, { opened }) => {
      if (!opened.ok) return taskFailed(opened.failure);
      // Changes in the checkout are assumed to be the session's own work, so none is foreign.
      const { branch, base } = opened.value;
      return { ...sessionState(state), ...resumedState(state), branch, base, at: 'inspecting' };
    },
  }),
] as const;

/** True if a found session has no branch to commit on, because HEAD is elsewhere. */
export const isOffBranch = ({ job, base, branch }: Session, head: CheckoutHead | null): boolean =>
  job.hasGit && base === null && head !== null && head.commit !== null && (branch === null || branch !== head.branch);

/**
 * From round 2 on, the report of the round before exists, so it does not show whether an interrupted fix was complete:
 * the fix is made again (decision 55).
 */
export const phaseToContinue = ({ round }: Session, phase: TaskPhase): TaskPhase =>
  phase === 'generating' && round > 1 ? 'generate_ready' : phase;

export const resumedState = ({ phase, step: name, anew, interrupted }: ResumePoint): ResumePoint => ({
  phase,
  step: name,
  ...(anew ? { anew } : {}),
  ...(interrupted ? { interrupted } : {}),
});

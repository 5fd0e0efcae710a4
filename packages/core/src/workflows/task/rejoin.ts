/** A session that was found goes on where HEAD is: on its own branch, or on one that it gets now (W-60, decision 23). */
import { type Head, openBranch } from '../../effects/checkout.ts';
import { act } from '../../effects/operation.ts';
import { type Session, session } from './session.ts';
import { failed, type Resumed, step } from './state.ts';

export const rejoin = [
  step({
    at: 'rejoining',
    to: ['inspecting', 'failed'],
    needs: ({ job: { slug } }) => ({ opened: act(openBranch, { slug }) }),
    next: (state, { opened }) => {
      if (!opened.ok) return failed(opened.failure);
      // What differs is the session's own work, as far as anybody can tell: it is not foreign.
      const { branch, base } = opened.value;
      return { ...session(state), ...resumed(state), branch, base, at: 'inspecting' };
    },
  }),
] as const;

/** Of a session that was found: HEAD is not on its branch, so it has none to commit on. */
export const isAstray = ({ job, base, branch }: Session, head: Head | null): boolean =>
  job.hasGit && base === null && head !== null && head.commit !== null && (branch === null || branch !== head.branch);

export const resumed = ({ phase, step: name, anew }: Resumed): Resumed => ({
  phase,
  step: name,
  ...(anew ? { anew } : {}),
});

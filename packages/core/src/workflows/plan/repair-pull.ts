/** Repairs an unmerged pull request on its branch, without force. If that is impossible, the first reason remains. */

import { mergeFindings } from '../../answer-contracts/findings.ts';
import { call } from '../../effects/call.ts';
import { fetchBase } from '../../effects/forge.ts';
import { act } from '../../effects/operation.ts';
import { defineStep } from '../../machine/machine.ts';
import type { ProofDecisions } from '../converge/job.ts';
import { converge } from '../converge/machine.ts';
import type { DeliverResult } from '../deliver/job.ts';
import { decisionsOf, repairJob } from './child-jobs.ts';
import type { ImplementedPlan, PlanState } from './job.ts';

const step = defineStep<PlanState>();

function implementedPlan(state: ImplementedPlan, decided: ProofDecisions = state): ImplementedPlan {
  const { job, onto, branch, followUps, passesLeft, catchUpsLeft } = state;
  return { job, onto, branch, followUps, passesLeft, catchUpsLeft, ...decisionsOf(decided) };
}

export function afterFailedMerge(
  state: ImplementedPlan,
  { because, mend, pull = 0 }: Extract<DeliverResult, { at: 'failed' }>,
) {
  const next = { ...implementedPlan(state), because, pull };
  if (mend?.is === 'base' && state.catchUpsLeft > 0)
    return { ...next, at: 'catching-up', catchUpsLeft: state.catchUpsLeft - 1 } as const;
  if (mend?.is === 'checks' && state.passesLeft > 0)
    return { ...next, at: 'mending', mend: { is: 'findings', findings: mend.findings } } as const;
  return { at: 'failed', because } as const;
}

export const repairPullSteps = [
  step({
    at: 'catching-up',
    to: ['mending', 'failed'],
    needs: ({ job: { base } }) => ({ fetched: act(fetchBase, { base }) }),
    next: (state, { fetched }) => {
      if (!fetched.ok) return { at: 'failed', because: fetched.failure };
      const onto = fetched.value.commit;
      return { ...state, at: 'mending', onto, mend: { is: 'base', bring: onto } };
    },
  }),
  step({
    at: 'mending',
    to: ['delivering', 'stopped', 'failed'],
    needs: (state) => ({ loop: call(converge, state.job.title, repairJob(state)) }),
    next: (state, { loop: { result } }) => {
      if (result === null || result.at === 'stopped') return { at: 'stopped' };
      if (result.at === 'failed') return result;
      // No passes left or no change: the original problem remains.
      if (result.at === 'spent' || result.commit === null) return { at: 'failed', because: state.because };
      const { passesLeft = 0 } = result;
      const followUps = mergeFindings(state.followUps, result.followUps);
      const isOnlyCatchUp = state.mend.is === 'base' && passesLeft === state.passesLeft;
      return {
        ...implementedPlan(state, result),
        at: 'delivering',
        followUps,
        passesLeft,
        pull: isOnlyCatchUp ? state.pull : null,
      };
    },
  }),
];

/** Runs one phase of a plan (D-23) on the existing branch. No phase pushes, labels or merges. */
import { closeLane, readChange } from '../../effects/git.ts';
import { act } from '../../effects/operation.ts';
import { defineMachine, defineStep } from '../../machine/machine.ts';
import { implementPhaseSteps } from './implement-steps.ts';
import { type PhaseJob, type PhaseResult, type PhaseState, phaseFailed, phaseRefused } from './job.ts';
import { pullSteps } from './pull.ts';
import { reviewPhaseSteps } from './review-steps.ts';

const step = defineStep<PhaseState>();

export const phase = defineMachine<PhaseJob, PhaseState, PhaseResult>()({
  id: 'phase',
  version: 1,
  start: (job) =>
    job.phase === 'implement' || job.phase === 'fix' ? { at: 'building', job } : { at: 'describing', job },
  steps: [
    ...implementPhaseSteps,
    step({
      at: 'describing',
      to: ['opening', 'preparing', 'finding', 'failed'],
      needs: ({ job: { plan } }) => ({ read: act(readChange, { branch: plan.branch, base: plan.base }) }),
      next: ({ job }, { read }) => {
        if (!read.ok) return phaseFailed(read.failure);
        const change = read.value;
        switch (job.phase) {
          case 'review':
          case 'review-ui':
          case 'e2e-verify':
            return { at: 'opening', job, change };
          case 'prepare-pr': // the text must describe exactly the reviewed commit (D-79)
            return change.head === job.review.head
              ? { at: 'preparing', job, change }
              : phaseRefused('plan.unreviewed', { plan: job.plan.id, branch: job.plan.branch });
          case 'merge-check':
            return { at: 'finding', job, change };
        }
      },
    }),
    ...reviewPhaseSteps,
    ...pullSteps,
    step({
      at: 'closing',
      to: ['reviewed', 'blocked', 'verified', 'broken', 'failed'],
      needs: ({ lane }) => ({ closed: act(closeLane, { lane }) }),
      // Closing never changes the result; the journal shows a close that failed.
      next: ({ over }) =>
        over as Extract<PhaseResult, { at: 'reviewed' | 'blocked' | 'verified' | 'broken' | 'failed' }>,
    }),
  ],
  ends: {
    built: 'done',
    reviewed: 'done',
    verified: 'done',
    prepared: 'done',
    ready: 'done',
    blocked: 'failed',
    broken: 'failed',
    spent: 'limit-reached',
    stopped: 'stopped',
    failed: 'by-failure',
  },
  result: (state) => state,
  results: [
    { at: 'built', branch: 'task/x', commit: 'd1' },
    { at: 'failed', because: { code: 'agent.crash', params: {} } },
  ],
  release: (state) => {
    if ('lane' in state) return { closed: act(closeLane, { lane: state.lane }) };
    return state.at === 'opening' ? { closed: act(closeLane, { lane: null }) } : {};
  },
});

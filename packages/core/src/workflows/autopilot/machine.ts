/**
 * The machine of autopilot: all phases of an approved spec, in the user's checkout, on the current branch.
 *
 * `phase/machine.ts` takes one phase from its plan to its review. `work/machine.ts` executes its tasks, and fixes of all
 * reviews. `documents/machine.ts` commits documents. Each is a child run, and its caller sees only the result.
 */
import { defineMachine } from '../../machine/machine.ts';
import { applySessionChanges, editedSessionSteps } from './edited-state.ts';
import { finalReviewSteps } from './final-review.ts';
import { sessionEndSteps } from './finish.ts';
import { phaseSteps } from './phases.ts';
import type { AutopilotJob } from './session.ts';
import type { Autopilot, AutopilotResult } from './state.ts';

export const autopilot = defineMachine<AutopilotJob, Autopilot, AutopilotResult>()({
  id: 'autopilot',
  version: 1,
  start: (job) => ({ at: 'opening', job }),
  steps: [...phaseSteps, ...editedSessionSteps, ...finalReviewSteps, ...sessionEndSteps],
  ends: { done: 'done', spent: 'limit-reached', failed: 'by-failure' },
  rests: (state) => (state.at === 'halted' ? 'stopped' : null),
  adjust: applySessionChanges,
  // Without the failure in the result, no command could continue a failed session.
  result: (state) => state,
  results: [{ at: 'done' }, { at: 'spent' }, { at: 'failed', because: { code: 'git.failed', params: {} } }],
});

/** Takes one phase from its plan to its review, in the user's checkout. */
import { defineMachine } from '../../../machine/machine.ts';
import { approveSteps } from './approve.ts';
import { phaseWorkSteps } from './build.ts';
import { closeSteps } from './close.ts';
import { integrateSteps } from './integrate.ts';
import { phaseMachine, type SessionPhaseJob, type SessionPhaseResult, type SessionPhaseState } from './job.ts';
import { phasePlanSteps } from './plan.ts';
import { reviewSteps } from './review.ts';
import { sampleStop } from './sample-stop.ts';
import { verifyPhaseSteps } from './verify.ts';

const lane = { path: '.', branch: 'main', base: 'b2' };

export const autopilotPhase = defineMachine<SessionPhaseJob, SessionPhaseState, SessionPhaseResult>()({
  id: phaseMachine,
  version: 1,
  start: (job) =>
    job.stoppedAt
      ? { ...job.stoppedAt, job: { ...job, lane: job.stoppedAt.job.lane } }
      : { at: 'assessing', job, lane: job.lane },
  steps: [
    ...phasePlanSteps,
    ...approveSteps,
    ...phaseWorkSteps,
    ...verifyPhaseSteps,
    ...integrateSteps,
    ...reviewSteps,
    ...closeSteps,
  ],
  ends: { complete: 'done', skipped: 'done', stopped: 'stopped', failed: 'by-failure' },
  result: (state) => state,
  results: [
    { at: 'complete', lane, findings: [] },
    { at: 'complete', lane, findings: [], isTroubled: true },
    { at: 'skipped', lane },
    { at: 'stopped', waitsFor: 'person', stop: sampleStop, lane },
    { at: 'stopped', waitsFor: 'plan', stop: sampleStop, lane },
    { at: 'failed', because: { code: 'git.failed', params: {} } },
  ],
});

/** Executes the tasks of an approved plan, or fixes, until they are complete, checked, proved and committed. */
import { defineMachine } from '../../../machine/machine.ts';
import { checkSteps } from './check.ts';
import { commitSteps } from './commit.ts';
import { executeSteps } from './execute.ts';
import { type AutopilotWorkState, type WorkJob, type WorkQuestion, type WorkResult, workMachine } from './job.ts';
import { retrySteps } from './retry.ts';
import { toReading } from './state.ts';

const lane = { path: '.', branch: 'main', base: 'b1' };

/** The artifacts of a question belong to the run that asked it, not to the one that asks it again. */
function withoutEvidence(question: WorkQuestion): WorkQuestion {
  if (question.at !== 'asking-retries') return { ...question, diff: null };
  const { fault } = question;
  return fault.is === 'red'
    ? { ...question, fault: { is: 'red', red: fault.red.map((one) => ({ ...one, log: null })) } }
    : question;
}

export const autopilotWork = defineMachine<WorkJob, AutopilotWorkState, WorkResult>()({
  id: workMachine,
  version: 1,
  start: (job) => {
    if (job.stoppedAt)
      return { ...withoutEvidence(job.stoppedAt), job: { ...job.stoppedAt.job, session: job.session } };
    const begun = { job, lane: job.lane, consent: job.consent };
    return job.order.is === 'plan'
      ? toReading(begun, job.order)
      : { ...begun, at: 'preparing-fixes', order: job.order };
  },
  steps: [...executeSteps, ...checkSteps, ...retrySteps, ...commitSteps],
  ends: { done: 'done', revising: 'done', stopped: 'stopped', failed: 'by-failure' },
  result: (state) => state,
  results: [
    { at: 'done', lane, consent: {} },
    { at: 'done', lane, consent: {}, isTroubled: true },
    { at: 'revising', lane, consent: {}, from: 2, note: '' },
    { at: 'revising', lane, consent: {}, from: 2, note: 'two tasks' },
    { at: 'stopped', lane, consent: {}, question: null },
    { at: 'failed', because: { code: 'git.failed', params: {} } },
  ],
});

/** The task machine: plans, generates, verifies and evaluates in the user's checkout. */
import { defineMachine } from '../../machine/machine.ts';
import { reason } from '../../trust/reason.ts';
import { taskAcceptanceSteps } from './acceptance.ts';
import { approveSpecSteps } from './approve-spec.ts';
import { autofixSteps } from './autofix.ts';
import { taskBaseSteps } from './base.ts';
import { clearDocsSteps } from './clear-docs.ts';
import { continueSessionSteps } from './continue-session.ts';
import { conventionSteps } from './conventions.ts';
import { applyTaskChanges, editedStateSteps } from './edited-state.ts';
import { evaluateSteps } from './evaluate.ts';
import { releaseTask, taskFinishSteps } from './finish.ts';
import { generateSteps } from './generate.ts';
import { withPersonLanguage } from './person-language.ts';
import { taskPlanSteps } from './plan.ts';
import { proveSteps } from './prove.ts';
import { recoverSteps } from './recover.ts';
import { setupSteps } from './setup.ts';
import type { FoundState, InterruptedSetup, SessionSetup, Task } from './state.ts';
import { taskVerifySteps } from './verify.ts';
import { waitForCommandSteps } from './wait-for-command.ts';

export type TaskInput = TaskWork | { readonly clearBase: string };

export interface TaskWork {
  readonly setup: SessionSetup;
  /** Session found on disk: one to continue, or one of another tool; `null` if there is none. */
  readonly found: FoundState | InterruptedSetup | { readonly skill: string } | null;
}

export type TaskResult = Extract<Task, { at: 'completed' | 'spent' | 'cancelled' | 'failed' }>;

export const task = defineMachine<TaskInput, Task, TaskResult>()({
  id: 'task',
  version: 1,
  start: (input) => {
    if ('clearBase' in input) return { at: 'surveying-base', base: input.clearBase };
    const { setup: chosen, found } = input;
    if (found === null) return { at: 'preparing', setup: chosen };
    if ('skill' in found) return { at: 'asking-conflict', setup: chosen, skill: found.skill };
    // A step named on the command line needs no question about the session.
    if ('begun' in found) return { at: 'asking-session', setup: chosen, found };
    const { session, phase, step } = found; // the view of the state file reads `document` from the input
    if (step) return { ...session, at: 'inspecting', phase, step };
    return { at: 'asking-session', setup: chosen, found: { session, phase, step } };
  },
  steps: [
    ...recoverSteps,
    ...waitForCommandSteps,
    ...continueSessionSteps,
    ...editedStateSteps,
    ...setupSteps,
    ...taskBaseSteps,
    ...conventionSteps,
    ...taskPlanSteps,
    ...approveSpecSteps,
    ...taskAcceptanceSteps,
    ...generateSteps,
    ...taskVerifySteps,
    ...proveSteps,
    ...autofixSteps,
    ...evaluateSteps,
    ...taskFinishSteps,
    ...clearDocsSteps,
  ].map(withPersonLanguage),
  ends: { completed: 'done', spent: 'limit-reached', cancelled: 'stopped', failed: 'by-failure' },
  rests: (state) => (state.at === 'halted' ? (state.because === 'style' ? 'done' : 'stopped') : null),
  adjust: applyTaskChanges,
  release: releaseTask,
  result: (state) => state,
  results: [
    { at: 'completed' },
    { at: 'completed', unwitnessed: [reason('no-test')] },
    { at: 'spent' },
    { at: 'cancelled' },
    { at: 'failed', because: { code: 'git.failed', params: {} } },
  ],
});

/** The task: plan, generate, verify, evaluate, in the user's own checkout. Each part lies in its own file; here they become one machine. */
import { machineOf } from '../../machine/machine.ts';
import { autofix } from './autofix.ts';
import { clearDocsSteps } from './clear-docs.ts';
import { continueSessionSteps } from './continue-session.ts';
import { conventions } from './conventions.ts';
import { applyTaskChanges, editedStateSteps } from './edited-state.ts';
import { evaluate } from './evaluate.ts';
import { finish, release } from './finish.ts';
import { generate } from './generate.ts';
import { plan } from './plan.ts';
import { recover } from './recover.ts';
import { setup } from './setup.ts';
import type { FoundState, InterruptedSetup, SessionSetup, Task } from './state.ts';
import { verify } from './verify.ts';
import { waitForCommandSteps } from './wait-for-command.ts';

export type TaskInput = TaskWork | { readonly clearBase: string };

export interface TaskWork {
  readonly setup: SessionSetup;
  /** What lies on the disk from before: a session to go on with, or one of another tool. */
  readonly found: FoundState | InterruptedSetup | { readonly skill: string } | null;
}

export type TaskResult = Extract<Task, { at: 'completed' | 'spent' | 'cancelled' | 'failed' }>;

export const task = machineOf<TaskInput, Task, TaskResult>()({
  id: 'task',
  version: 1,
  start: (input) => {
    if ('clearBase' in input) return { at: 'surveying-base', base: input.clearBase };
    const { setup: made, found } = input;
    if (found === null) return { at: 'preparing', setup: made };
    if ('skill' in found) return { at: 'asking-conflict', setup: made, skill: found.skill };
    // A step that was asked for by name needs no further question about the session.
    if ('begun' in found) return { at: 'asking-session', setup: made, found };
    const { session, phase, step } = found; // its document stays with the input: the view of the state file needs it
    if (step) return { ...session, at: 'inspecting', phase, step };
    return { at: 'asking-session', setup: made, found: { session, phase, step } };
  },
  steps: [
    ...recover,
    ...waitForCommandSteps,
    ...continueSessionSteps,
    ...editedStateSteps,
    ...setup,
    ...conventions,
    ...plan,
    ...generate,
    ...verify,
    ...autofix,
    ...evaluate,
    ...finish,
    ...clearDocsSteps,
  ],
  ends: { completed: 'done', spent: 'limit-reached', cancelled: 'stopped', failed: 'by-failure' },
  rests: (state) => (state.at === 'halted' ? (state.because === 'style' ? 'done' : 'stopped') : null),
  adjust: applyTaskChanges,
  release,
  result: (state) => state,
  results: [
    { at: 'completed' },
    { at: 'spent' },
    { at: 'cancelled' },
    { at: 'failed', because: { code: 'git.failed', params: {} } },
  ],
});

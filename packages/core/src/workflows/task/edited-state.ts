/**
 * A state file that a person changed while the run lay still: what it says now is taken over, or written over (contracts §3).
 *
 * Nothing is guessed: both ways go on from a phase, by the same table as a session that was found.
 */
import { ask } from '../../effects/question.ts';
import type { Changes } from '../../machine/machine.ts';
import { taskCodes } from './codes.ts';
import { phaseLabel, type TaskPhase } from './phase.ts';
import { sessionState } from './session.ts';
import { isSessionState, type SessionAtPhase, step, type Task } from './state.ts';

export const editedStateSteps = [
  step({
    at: 'asking-changed',
    to: ['inspecting'],
    needs: ({ found, own }) => ({
      answer: ask(taskCodes, 'state-file', { found: phaseLabel(found.phase), own: phaseLabel(own.phase) }),
    }),
    next: ({ found, own }, { answer }) => {
      const { session: s, phase } = answer.choice === 'Take over' ? found : own;
      return { ...sessionState(s), at: 'inspecting', phase, step: null };
    },
  }),
] as const;

/** What a person changed about a run that is resumed: the state file. Of a run that has not come so far, nothing can be. */
export function applyTaskChanges(state: Task, { stateFile, phase }: Changes): Task {
  if (stateFile === undefined || !isSessionState(state)) return state;
  return {
    at: 'asking-changed',
    found: stateFile as SessionAtPhase,
    own: { session: sessionState(state), phase: phase as TaskPhase },
  };
}

/** Asks about a state file that a person edited in a parked run (contracts §3); both choices resume from a phase. */
import { ask } from '../../effects/question.ts';
import type { Changes } from '../../machine/machine.ts';
import { taskCodes } from './codes.ts';
import { phaseToContinue } from './continue-session.ts';
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
      return { ...sessionState(s), at: 'inspecting', phase: phaseToContinue(s, phase), step: null };
    },
  }),
] as const;

/** Applies an edited state file on resume; ignored in states without a session. */
export function applyTaskChanges(state: Task, { stateFile, phase }: Changes): Task {
  if (stateFile === undefined || !isSessionState(state)) return state;
  return {
    at: 'asking-changed',
    found: stateFile as SessionAtPhase,
    own: { session: sessionState(state), phase: phase as TaskPhase },
  };
}

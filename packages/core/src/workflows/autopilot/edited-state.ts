/**
 * Asks about a state file that a person edited while the session rested: phases that are marked as skipped, and
 * another current phase. A finished phase never runs again, whatever the file says.
 */
import { ask } from '../../effects/question.ts';
import type { Changes } from '../../machine/machine.ts';
import { autopilotCodes } from './codes.ts';
import type { PlannedPhase } from './session.ts';
import {
  type AtPhase,
  type Autopilot,
  atPhaseOf,
  type Halted,
  nextPhase,
  type StateEdit,
  sessionStep,
  toFinalReview,
} from './state.ts';

export const editedSessionSteps = [
  sessionStep({
    at: 'asking-edited',
    to: ['halted', 'running-phase', 'surveying-final'],
    needs: ({ edit, own }) => ({
      answer: ask(autopilotCodes, 'session-file', {
        found: edit.currentPhase + 1,
        own: ownIndex(own) + 1,
        skipped: edit.skipped.map((index) => index + 1).join(', '),
      }),
    }),
    next: ({ edit, own }, { answer: { choice } }) => (choice === 'Overwrite' ? own : withEdit(own, edit)),
  }),
] as const;

const ownIndex = ({ onto }: Halted): number => ('index' in onto ? onto.index : 0);

/** Applies an edited state file on resume. Only a session that rests between two steps can take it over. */
export function applySessionChanges(state: Autopilot, { stateFile }: Changes): Autopilot {
  if (stateFile === undefined || state.at !== 'halted' || !('index' in state.onto)) return state;
  return { at: 'asking-edited', edit: stateFile as StateEdit, own: state };
}

function withEdit(own: Halted, { currentPhase, skipped }: StateEdit) {
  const { onto } = own;
  if (!('index' in onto)) return own;
  const phases = onto.job.phases.map((phase, at) => editedPhase(phase, skipped.includes(at)));
  const state: AtPhase = { ...atPhaseOf(onto), job: { ...onto.job, phases } };
  const index = nextPhase(state.job, currentPhase);
  if (index === null) return toFinalReview(state);
  // The same phase continues where it stopped; another one begins.
  const stoppedAt = onto.at === 'running-phase' && onto.index === index ? onto.stoppedAt : undefined;
  return { ...state, at: 'running-phase', index, ...(stoppedAt ? { stoppedAt } : {}) } as const;
}

function editedPhase({ isOver, ...phase }: PlannedPhase, isSkipped: boolean): PlannedPhase {
  if (isOver === 'complete') return { ...phase, isOver };
  return isSkipped ? { ...phase, isOver: 'skipped' } : phase;
}

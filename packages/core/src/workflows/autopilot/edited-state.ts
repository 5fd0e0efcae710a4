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
  type BetweenPhases,
  nextPhase,
  type Resting,
  type StateEdit,
  sessionStep,
  toFinalReview,
} from './state.ts';

export const editedSessionSteps = [
  sessionStep({
    at: 'asking-edited',
    to: ['halted', 'running-phase', 'asking-next', 'surveying-final'],
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

type AskingEdited = Extract<Autopilot, { at: 'asking-edited' }>;
type Own = AskingEdited['own'];

const placeOf = (own: Own): Resting => (own.at === 'halted' ? own.onto : own);

function ownIndex(own: Own): number {
  const place = placeOf(own);
  return 'index' in place ? place.index : 0;
}

/** Asks about an edit that came while a phase was running. */
export function withPendingEdit<Place extends BetweenPhases>(place: Place): Place | AskingEdited {
  const { edit, ...rest } = place;
  return edit === undefined ? place : { at: 'asking-edited', edit, own: rest as BetweenPhases };
}

/** Applies an edited state file on resume. A running phase finishes first. */
export function applySessionChanges(state: Autopilot, { stateFile }: Changes): Autopilot {
  if (stateFile === undefined) return state;
  if (state.at === 'running-phase' || state.at === 'asking-next') return { ...state, edit: stateFile as StateEdit };
  if (state.at !== 'halted' || !('index' in state.onto)) return state;
  return { at: 'asking-edited', edit: stateFile as StateEdit, own: state };
}

function withEdit(own: Own, { currentPhase, skipped }: StateEdit) {
  const onto = placeOf(own);
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

/**
 * Asks about a state file that a person edited while the session rested: phases that are marked as skipped, and
 * another current phase. A finished phase never runs again, whatever the file says.
 */
import { ask } from '../../effects/question.ts';
import type { Changes } from '../../machine/machine.ts';
import { autopilotCodes } from './codes.ts';
import type { PlannedPhase } from './session.ts';
import {
  type Autopilot,
  type Continued,
  nextPhase,
  openedOf,
  type StateEdit,
  sessionStep,
  toFinalReview,
} from './state.ts';

export const editedSessionSteps = [
  sessionStep({
    at: 'asking-edited',
    to: [
      'halted',
      'running-phase',
      'asking-next',
      'surveying-final',
      'asking-final',
      'fixing-final',
      'asking-pull',
      'offering-pull',
      'closing-session',
    ],
    needs: ({ edit, own }) => ({
      answer: ask(autopilotCodes, 'session-file', {
        found: edit.currentPhase + 1,
        own: ownPhase(own),
        skipped: edit.skipped.map((index) => index + 1).join(', '),
      }),
    }),
    next: ({ edit, own }, { answer: { choice } }) => (choice === 'Overwrite' ? own : withEdit(own, edit)),
  }),
] as const;

type AskingEdited = Extract<Autopilot, { at: 'asking-edited' }>;
type Own = AskingEdited['own'];

const placeOf = (own: Own) => (own.at === 'halted' ? own.onto : own);

/** After the phases, the last one is the current one. */
function ownPhase(own: Own): number {
  const place = placeOf(own);
  return 'index' in place ? place.index + 1 : place.job.phases.length;
}

/** Asks about an edit that came while the step before this state was not over. */
export function withPendingEdit<Place extends Continued>(place: Place): Place | AskingEdited {
  const { edit, ...own }: Continued = place;
  return edit === undefined ? place : { at: 'asking-edited', edit, own };
}

/** Applies an edited state file on resume. A step that is not over finishes first. */
export function applySessionChanges(state: Autopilot, { stateFile }: Changes): Autopilot {
  if (stateFile === undefined) return state;
  const edit = stateFile as StateEdit;
  if (state.at === 'halted')
    return state.onto.at === 'checking-base' ? state : { at: 'asking-edited', edit, own: state };
  return isEditable(state) ? { ...state, edit } : state;
}

/** In these states, an edit waits until the step is over. */
const editableStates = [
  'running-phase',
  'asking-next',
  'surveying-final',
  'reviewing-final',
  'asking-final',
  'fixing-final',
  'asking-pull',
] as const satisfies readonly Autopilot['at'][];

type Editable = Extract<Autopilot, { at: (typeof editableStates)[number] }>;

const isEditable = (state: Autopilot): state is Editable => editableStates.some((at) => at === state.at);

function withEdit(own: Own, { currentPhase, skipped }: StateEdit) {
  const place = placeOf(own);
  const phases = place.job.phases.map((phase, at) => editedPhase(phase, skipped.includes(at)));
  const state = { ...openedOf(place), job: { ...place.job, phases } };
  const index = nextPhase(state.job, currentPhase);
  if (index === null) return 'index' in place ? toFinalReview(state) : own;
  // The same phase continues where it stopped; another one begins.
  const stoppedAt = place.at === 'running-phase' && place.index === index ? place.stoppedAt : undefined;
  const troubles = 'troubles' in place ? place.troubles : 0;
  return { ...state, at: 'running-phase', index, troubles, ...(stoppedAt ? { stoppedAt } : {}) } as const;
}

function editedPhase({ isOver, ...phase }: PlannedPhase, isSkipped: boolean): PlannedPhase {
  if (isOver === 'complete') return { ...phase, isOver };
  return isSkipped ? { ...phase, isOver: 'skipped' } : phase;
}

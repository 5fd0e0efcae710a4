/** Names the state of a session for its state file, from the states of its machines. */
import type { AutopilotStateName, PhaseStatus } from '../../../sessions/autopilot-state.ts';
import type { SessionPhaseState } from '../phase/job.ts';
import type { Autopilot } from '../state.ts';

export interface Standing {
  readonly state: AutopilotStateName;
  /** Of the current phase. */
  readonly status: PhaseStatus;
}

type Unfinished = Exclude<SessionPhaseState['at'], 'complete' | 'skipped' | 'stopped' | 'failed'>;

const standings: Readonly<Record<Unfinished, Standing>> = {
  assessing: { state: 'ASSESS', status: 'pending' },
  planning: { state: 'PLAN', status: 'planning' },
  'asking-skeleton': { state: 'PLAN', status: 'planning' },
  'reading-plan': { state: 'PLAN', status: 'planning' },
  'asking-no-output': { state: 'PLAN', status: 'planning' },
  'asking-plan': { state: 'APPROVE_PLAN', status: 'awaiting_approval' },
  working: { state: 'EXECUTE', status: 'executing' },
  verifying: { state: 'VERIFY', status: 'verifying' },
  'asking-verification': { state: 'VERIFY', status: 'verifying' },
  surveying: { state: 'INTEGRATE', status: 'integrating' },
  integrating: { state: 'INTEGRATE', status: 'integrating' },
  'asking-integration': { state: 'INTEGRATE', status: 'integrating' },
  'asking-decision-record': { state: 'INTEGRATE', status: 'integrating' },
  'writing-decisions': { state: 'INTEGRATE', status: 'integrating' },
  reviewing: { state: 'REVIEW', status: 'reviewing' },
  'asking-review': { state: 'REVIEW', status: 'reviewing' },
  closing: { state: 'PHASE_COMPLETE', status: 'reviewing' },
  'committing-documents': { state: 'PHASE_COMPLETE', status: 'reviewing' },
};

/** `before` is the last state before a failure. */
export function phaseStanding(state: SessionPhaseState, before: SessionPhaseState | null): Standing {
  if (state.at === 'complete' || state.at === 'skipped') return { state: 'PHASE_COMPLETE', status: state.at };
  // The next command looks for the plan of a person (A-33, AO-08).
  if (state.at === 'stopped')
    return state.waitsFor === 'plan' ? { state: 'PLAN', status: 'awaiting_plan' } : phaseStanding(state.stop, null);
  if (state.at !== 'failed') return standings[state.at];
  return before === null || before.at === 'failed' ? standings.assessing : phaseStanding(before, null);
}

type Outside = Exclude<Autopilot['at'], 'running-phase' | 'halted' | 'asking-edited'>;

/** The offer of a pull request and the last documents come before DONE. */
const sessionStates: Readonly<Record<Outside, AutopilotStateName>> = {
  opening: 'INIT',
  'checking-base': 'ASSESS',
  'asking-next': 'PHASE_COMPLETE',
  'surveying-final': 'FINAL_REVIEW',
  'reviewing-final': 'FINAL_REVIEW',
  'asking-final': 'FINAL_REVIEW',
  'fixing-final': 'FINAL_REVIEW',
  'recording-limit': 'FINAL_REVIEW',
  'asking-pull': 'FINAL_REVIEW',
  'offering-pull': 'FINAL_REVIEW',
  'closing-session': 'FINAL_REVIEW',
  'committing-documents': 'FINAL_REVIEW',
  spent: 'FINAL_REVIEW',
  failed: 'FINAL_REVIEW',
  done: 'DONE',
};

/** The state of the session outside its phases; `null` if its current phase has it. */
export function sessionStanding(state: Autopilot): AutopilotStateName | null {
  if (state.at === 'running-phase') return null;
  if (state.at === 'halted') return sessionStanding(state.onto);
  return state.at === 'asking-edited' ? sessionStanding(state.own) : sessionStates[state.at];
}

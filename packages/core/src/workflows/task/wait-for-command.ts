/** Waits for the next command after a finished step, or after a Stop at a gate (W-30 to W-32). */
import { signal } from '../../effects/signal.ts';
import { isAtOrAfter, type TaskPhase } from './phase.ts';
import { type Session, type StepName, sessionState } from './session.ts';
import {
  firstVerify,
  step,
  type Task,
  toEvaluate,
  toGenerate,
  toJudgement,
  toVerifyGate,
  verifyAgain,
} from './state.ts';

export const waitForCommandSteps = [
  step({
    at: 'halted',
    to: [
      'approving',
      'accepting',
      'freezing',
      'drafting',
      'implementing',
      'surveying',
      'asking-acceptance',
      'verify-gate',
      'judging',
    ],
    needs: ({ after }) => ({ command: signal('command', taskCommands[after]) }),
    next: (state, { command }) => {
      if (command !== 'resume') return beginStep(state, command, phaseAfter[state.after]);
      return state.because === 'stop' ? backToGate(state) : continueTask(state);
    },
  }),
] as const;

/** The commands accepted after each step: resume, or a step that is not ahead of the session (W-34, W-158). */
const taskCommands = {
  plan: ['resume', 'generate'],
  generate: ['resume', 'generate', 'verify'],
  verify: ['resume', 'generate', 'verify', 'evaluate'],
  evaluate: ['resume', 'generate', 'verify', 'evaluate'],
} as const satisfies Record<StepName, readonly ('resume' | StepName)[]>;

export const phaseAfter = {
  plan: 'plan_done',
  generate: 'generate_done',
  verify: 'verify_done',
  evaluate: 'evaluate_done',
} as const satisfies Record<StepName, TaskPhase>;

type Halted = Extract<Task, { at: 'halted' }>;

/** Shows the gate again at which a person answered Stop; the gate about tests surveys the change again. */
function backToGate(s: Halted) {
  if (s.after === 'generate') return verifyAgain(s);
  return s.after === 'verify'
    ? toVerifyGate(s, { because: 'layer1', failure: s.failure })
    : ({ ...sessionState(s), at: 'approving' } as const);
}

/** Continues with the next phase (W-30). */
function continueTask(s: Halted) {
  switch (s.after) {
    case 'plan':
      return { ...sessionState(s), at: 'approving' } as const;
    case 'generate':
      return firstVerify(s);
    case 'verify':
      return toEvaluate(s);
    case 'evaluate':
      return toJudgement(s, s.failure);
  }
}

/** Starts a named step (W-31, W-32). An unconfirmed spec is shown first (W-159). */
export function beginStep(s: Session, name: StepName, phase: TaskPhase) {
  const session: Session = { ...sessionState(s), style: name === 'verify' || name === 'evaluate' ? 'step' : 'phase' };
  if (name === 'verify') return firstVerify(session);
  if (name === 'evaluate') return toEvaluate(session);
  return name === 'plan' || !isAtOrAfter(phase, 'generate_ready')
    ? ({ ...session, at: 'approving' } as const)
    : toGenerate(session);
}

/** A run that waits for the next command: the step is done in its style, or a person said Stop at a gate (W-30 to W-32). */
import { signal } from '../../effects/signal.ts';
import { isAtOrAfter, type TaskPhase } from './phase.ts';
import { type Session, type StepName, sessionState } from './session.ts';
import { firstVerify, step, type Task, toEvaluate, toGenerate, toJudgement, verifyAgain } from './state.ts';

export const waitForCommandSteps = [
  step({
    at: 'halted',
    to: ['approving', 'drafting', 'implementing', 'surveying', 'verify-gate', 'judging'],
    needs: ({ after }) => ({ command: signal('command', taskCommands[after]) }),
    next: (state, { command }) => {
      if (command !== 'resume') return beginStep(state, command, phaseAfter[state.after]);
      return state.because === 'stop' ? backToGate(state) : onwards(state);
    },
  }),
] as const;

/** What a person may say next: go on, or one step by its name that is not ahead of the session (W-34, W-158). */
const taskCommands = {
  plan: ['resume', 'generate'],
  generate: ['resume', 'generate', 'verify'],
  verify: ['resume', 'generate', 'verify', 'evaluate'],
  evaluate: ['resume', 'generate', 'verify', 'evaluate'],
} as const satisfies Record<StepName, readonly ('resume' | StepName)[]>;

const phaseAfter = {
  plan: 'plan_done',
  generate: 'generate_done',
  verify: 'verify_done',
  evaluate: 'evaluate_done',
} as const satisfies Record<StepName, TaskPhase>;

type Halted = Extract<Task, { at: 'halted' }>;

/** Stop was said at a gate: the same gate is shown again. That of the tests is found anew, by the change as it is now. */
function backToGate(s: Halted) {
  if (s.after === 'generate') return verifyAgain(s);
  return s.after === 'verify'
    ? ({ ...sessionState(s), at: 'verify-gate', failure: s.failure } as const)
    : ({ ...sessionState(s), at: 'approving' } as const);
}

/** The next session of a run that halts after each phase (W-30). */
function onwards(s: Halted) {
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

/** One step by its name (W-31, W-32). A spec that nobody has confirmed yet is shown first (W-159). */
export function beginStep(s: Session, name: StepName, phase: TaskPhase) {
  const asked: Session = { ...sessionState(s), style: name === 'verify' || name === 'evaluate' ? 'step' : 'phase' };
  if (name === 'verify') return firstVerify(asked);
  if (name === 'evaluate') return toEvaluate(asked);
  return name === 'plan' || !isAtOrAfter(phase, 'generate_ready')
    ? ({ ...asked, at: 'approving' } as const)
    : toGenerate(asked);
}

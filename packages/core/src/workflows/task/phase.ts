/** The 13 phases of a session in order (W-35), their labels (W-14), and their names in version 1 (W-07, W-08). */
export const taskPhases = [
  'plan_ready',
  'planning',
  'plan_done',
  'generate_ready',
  'generating',
  'generate_done',
  'verify_ready',
  'verifying',
  'verify_done',
  'evaluate_ready',
  'evaluating',
  'evaluate_done',
  'completed',
] as const;
export type TaskPhase = (typeof taskPhases)[number];

/** W-34: a step requires at least a phase. */
export const isAtOrAfter = (phase: TaskPhase, least: TaskPhase): boolean =>
  taskPhases.indexOf(phase) >= taskPhases.indexOf(least);

const stages = { plan: 'Plan', generate: 'Generate', verify: 'Verify', evaluate: 'Evaluate' } as const;
type Stage = keyof typeof stages;

const progress: Readonly<Record<Exclude<TaskPhase, 'completed'>, readonly [Stage, string]>> = {
  plan_ready: ['plan', 'ready'],
  planning: ['plan', 'in progress'],
  plan_done: ['plan', 'complete'],
  generate_ready: ['generate', 'ready'],
  generating: ['generate', 'in progress'],
  generate_done: ['generate', 'complete'],
  verify_ready: ['verify', 'ready'],
  verifying: ['verify', 'running checks'],
  verify_done: ['verify', 'complete'],
  evaluate_ready: ['evaluate', 'ready'],
  evaluating: ['evaluate', 'in progress'],
  evaluate_done: ['evaluate', 'complete'],
};

export function phaseLabel(phase: TaskPhase): string {
  if (phase === 'completed') return 'Completed';
  const [stage, how] = progress[phase];
  return `${stages[stage]} — ${how}`;
}

/** The next step as typed by a person: `harness task generate`; `null` if none is left. */
export function nextStep(phase: TaskPhase): 'plan' | 'generate' | 'verify' | 'evaluate' | null {
  if (!isAtOrAfter(phase, 'plan_done')) return 'plan';
  if (!isAtOrAfter(phase, 'generate_done')) return 'generate';
  if (!isAtOrAfter(phase, 'verify_done')) return 'verify';
  return isAtOrAfter(phase, 'evaluate_done') ? null : 'evaluate';
}

/** Names in version 1. A phase unknown there is written as the phase from which version 1 would continue. */
export const v1Names: Readonly<Record<TaskPhase, string>> = {
  plan_ready: 'plan_ready',
  planning: 'plan_ready',
  plan_done: 'plan_ready',
  generate_ready: 'gen_ready',
  generating: 'gen_ready',
  generate_done: 'verify_ready',
  verify_ready: 'verify_ready',
  verifying: 'verifying',
  verify_done: 'verify_done',
  evaluate_ready: 'eval_ready',
  evaluating: 'eval_ready',
  evaluate_done: 'eval_ready',
  completed: 'completed',
};

const fromV1: Readonly<Record<string, TaskPhase>> = { gen_ready: 'generate_ready', eval_ready: 'evaluate_ready' };

export const readPhase = (name: unknown): TaskPhase | undefined =>
  taskPhases.find((phase) => phase === name) ?? (typeof name === 'string' ? fromV1[name] : undefined);

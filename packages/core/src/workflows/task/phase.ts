/** The 13 phases of a session in order (W-35), their labels (W-14), and their names in version 1 (W-07, W-08). */
const labels = {
  plan_ready: 'Plan — ready',
  planning: 'Plan — in progress',
  plan_done: 'Plan — complete',
  generate_ready: 'Generate — ready',
  generating: 'Generate — in progress',
  generate_done: 'Generate — complete',
  verify_ready: 'Verify — ready',
  verifying: 'Verify — running checks',
  verify_done: 'Verify — complete',
  evaluate_ready: 'Evaluate — ready',
  evaluating: 'Evaluate — in progress',
  evaluate_done: 'Evaluate — complete',
  completed: 'Completed',
};
export type TaskPhase = keyof typeof labels;
export const taskPhases = Object.keys(labels) as readonly TaskPhase[];
export const phaseLabel = (phase: TaskPhase): string => labels[phase];

/** W-34: a step requires at least a phase. */
export const isAtOrAfter = (phase: TaskPhase, least: TaskPhase): boolean =>
  taskPhases.indexOf(phase) >= taskPhases.indexOf(least);

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

/**
 * Decides whether a person approves the plan of a phase, and raises the complexity of a phase whose plan is
 * larger than expected.
 *
 *   V1. Complexity is never lowered. Only a phase that its spec calls low is raised by its plan (AO-11).
 *   V2. A plan in the rigor `fast` is approved without signals; in `thorough` a person always approves it.
 */
import type { ComplexityLevel } from '../signals/assessment.ts';

export type RigorLevel = 'fast' | 'standard' | 'thorough';
export type ComplexityOverride = 'medium' | 'high' | null;

export interface PlanSize {
  readonly tasks: number;
  readonly checkpoints: number;
}

/** The higher threshold is tested first. */
export function overrideByPlan(annotated: ComplexityLevel, { tasks, checkpoints }: PlanSize): ComplexityOverride {
  if (annotated !== 'low') return null;
  if (tasks > 20 || checkpoints > 6) return 'high';
  return tasks > 10 || checkpoints > 3 ? 'medium' : null;
}

const levels: readonly ComplexityLevel[] = ['low', 'medium', 'high'];

/** The highest of an annotation and what raised it. */
export const highestComplexity = (
  annotated: ComplexityLevel,
  ...raised: readonly ComplexityOverride[]
): ComplexityLevel =>
  raised.reduce<ComplexityLevel>(
    (highest, one) => (one !== null && levels.indexOf(one) > levels.indexOf(highest) ? one : highest),
    annotated,
  );

/** The signals of a plan, as a decision records them. */
export interface PlanSignals {
  readonly reviewPlans: boolean;
  readonly highComplexity: boolean;
  readonly complexityOverride: ComplexityOverride;
  readonly plannerConcerns: readonly string[];
  readonly taskCount: number;
  readonly taskThreshold: number;
  /** Number of gaps that remain after planning; `null` if it is not known, which is no signal. */
  readonly knowledgeGaps: number | null;
}

export type ApprovalReason =
  | 'thorough'
  | 'review-plans'
  | 'high-complexity'
  | 'complexity-override'
  | 'concerns'
  | 'many-tasks'
  | 'knowledge-gaps';

export type PlanApproval =
  | { readonly is: 'automatic'; readonly decision: 'auto_approved_plan_fast'; readonly signals: null }
  | { readonly is: 'automatic'; readonly decision: 'auto_approved_plan'; readonly signals: PlanSignals }
  /** A person approves; `because` is never empty. */
  | { readonly is: 'asked'; readonly because: readonly ApprovalReason[]; readonly signals: PlanSignals };

export interface PlanFacts {
  readonly rigor: RigorLevel;
  readonly reviewPlans: boolean;
  /** With everything that raised it. */
  readonly complexity: ComplexityLevel;
  readonly complexityOverride: ComplexityOverride;
  readonly concerns: readonly string[];
  readonly tasks: number;
  readonly taskThreshold: number;
  readonly knowledgeGaps: number | null;
}

export function decideApproval(facts: PlanFacts): PlanApproval {
  if (facts.rigor === 'fast') return { is: 'automatic', decision: 'auto_approved_plan_fast', signals: null };
  const signals = signalsOf(facts);
  const because: readonly ApprovalReason[] = [
    ...(facts.rigor === 'thorough' ? (['thorough'] as const) : []),
    ...triggered(signals),
  ];
  if (because.length > 0) return { is: 'asked', because, signals };
  return { is: 'automatic', decision: 'auto_approved_plan', signals };
}

const signalsOf = (facts: PlanFacts): PlanSignals => ({
  reviewPlans: facts.reviewPlans,
  highComplexity: facts.complexity === 'high',
  complexityOverride: facts.complexityOverride,
  plannerConcerns: facts.concerns,
  taskCount: facts.tasks,
  taskThreshold: facts.taskThreshold,
  knowledgeGaps: facts.knowledgeGaps,
});

/** One row per signal of A-42. */
const triggers: readonly (readonly [ApprovalReason, (signals: PlanSignals) => boolean])[] = [
  ['review-plans', ({ reviewPlans }) => reviewPlans],
  ['high-complexity', ({ highComplexity }) => highComplexity],
  ['complexity-override', ({ complexityOverride }) => complexityOverride !== null],
  ['concerns', ({ plannerConcerns }) => plannerConcerns.length > 0],
  ['many-tasks', ({ taskCount, taskThreshold }) => taskCount > taskThreshold],
  ['knowledge-gaps', ({ knowledgeGaps }) => (knowledgeGaps ?? 0) > 0],
];

const triggered = (signals: PlanSignals): readonly ApprovalReason[] =>
  triggers.flatMap(([reason, isTriggered]) => (isTriggered(signals) ? [reason] : []));

const minutesPerTask = 3;

/** The estimate that the question about a plan shows (AO-15). */
export const estimatedMinutes = (tasks: number): number => tasks * minutesPerTask;

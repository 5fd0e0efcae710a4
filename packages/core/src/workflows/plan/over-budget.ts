/** Reports a plan that uses more tokens than expected, without stopping it (DO-20). */
import type { BudgetNotice, Tally } from '../../budget/tally.ts';

/** Expected maximum per pass. */
const tokensPerPass = 200_000;

export const planTokens = (estimatedPasses: number): number => estimatedPasses * tokensPerPass;

interface PlanSpending {
  readonly plan: string;
  readonly of: number;
  readonly spent: number;
  readonly isReported: boolean;
}

/** By the run id of each plan; a queue has many. */
type Spendings = ReadonlyMap<string, PlanSpending>;

const belongsTo = (run: string, plan: string) => run === plan || run.startsWith(`${plan}.`);

export const overBudgetTally: Tally<Spendings> = {
  start: new Map(),
  see(plans, { run, entry, tokens }) {
    if (entry.type === 'started') return withPlan(plans, run, entry.machine, entry.input);
    const isReported = entry.type === 'noted' && entry.code === 'plan.over-budget';
    if (tokens === 0 && !isReported) return plans;
    const ofEntry = [...plans].filter(([root]) => belongsTo(run, root));
    return new Map([
      ...plans,
      ...ofEntry.map(
        ([root, one]) =>
          [root, { ...one, spent: one.spent + tokens, isReported: one.isReported || isReported }] as const,
      ),
    ]);
  },
  news: (plans) =>
    [...plans.values()].flatMap(({ plan, of, spent, isReported }): readonly BudgetNotice[] =>
      spent > of && !isReported ? [{ code: 'plan.over-budget', params: { plan, spent, of } }] : [],
    ),
};

/** Ignores runs that started before jobs had an estimate. */
function withPlan(plans: Spendings, run: string, machine: string, input: unknown): Spendings {
  const { id, estimatedPasses } = (input ?? {}) as { readonly id?: string; readonly estimatedPasses?: number };
  if (machine !== 'plan' || id === undefined || estimatedPasses === undefined) return plans;
  return new Map([...plans, [run, { plan: id, of: planTokens(estimatedPasses), spent: 0, isReported: false }]]);
}

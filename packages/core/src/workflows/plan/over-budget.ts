/** A plan that uses more than was to be expected of it: worth a word, and no reason to stop (DO-20). */
import type { BudgetNotice, Tally } from '../../budget/tally.ts';

/** What one pass of a plan is expected to use at most. */
const tokensPerPass = 200_000;

export const planTokens = (estimatedPasses: number): number => estimatedPasses * tokensPerPass;

interface PlanSpending {
  readonly plan: string;
  readonly of: number;
  readonly spent: number;
  readonly isTold: boolean;
}

/** By the run of each plan in the family: a queue works off many. */
type Spendings = ReadonlyMap<string, PlanSpending>;

const belongsTo = (run: string, plan: string) => run === plan || run.startsWith(`${plan}.`);

export const overBudgetTally: Tally<Spendings> = {
  start: new Map(),
  see(plans, { run, entry, tokens }) {
    if (entry.type === 'started') return withPlan(plans, run, entry.machine, entry.input);
    const isTold = entry.type === 'noted' && entry.code === 'plan.over-budget';
    if (tokens === 0 && !isTold) return plans;
    const own = [...plans].filter(([root]) => belongsTo(run, root));
    return new Map([
      ...plans,
      ...own.map(([root, one]) => [root, { ...one, spent: one.spent + tokens, isTold: one.isTold || isTold }] as const),
    ]);
  },
  news: (plans) =>
    [...plans.values()].flatMap(({ plan, of, spent, isTold }): readonly BudgetNotice[] =>
      spent > of && !isTold ? [{ code: 'plan.over-budget', params: { plan, spent, of } }] : [],
    ),
};

/** A plan whose run began before estimates were handed on has none. */
function withPlan(plans: Spendings, run: string, machine: string, input: unknown): Spendings {
  const { id, estimatedPasses } = (input ?? {}) as { readonly id?: string; readonly estimatedPasses?: number };
  if (machine !== 'plan' || id === undefined || estimatedPasses === undefined) return plans;
  return new Map([...plans, [run, { plan: id, of: planTokens(estimatedPasses), spent: 0, isTold: false }]]);
}

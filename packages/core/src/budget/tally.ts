/** Something that is counted beside the caps of a run, and told when it is too much. It never stands in anybody's way. */
import type { Params } from '../failure/failure.ts';
import type { Entry } from '../journal/journal.ts';

export interface BudgetNotice {
  readonly code: 'budget.near' | 'budget.ceiling-reached' | 'plan.over-budget';
  readonly params: Params;
}

/** One entry of a run; `tokens` is what was paid with it, mostly nothing. */
export interface TallyEntry {
  readonly run: string;
  readonly entry: Entry;
  readonly tokens: number;
}

/** A fold over the journals of a run and its children. What was noted is among the entries, so nothing is told twice. */
export interface Tally<State> {
  readonly start: State;
  see(state: State, seen: TallyEntry): State;
  news(state: State): readonly BudgetNotice[];
}

/** Something that is counted beside the caps of a run, and told when it is too much. It never stands in anybody's way. */
import type { Entry } from '../journal/journal.ts';
import type { Note } from '../journal/note.ts';

export type BudgetNotice = Note<'budget.near' | 'budget.ceiling-reached' | 'plan.over-budget'>;

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

/** Counts usage in addition to the caps of a run, and reports it above a limit. It never stops a run. */
import type { Entry } from '../journal/journal.ts';
import type { Note } from '../journal/note.ts';

export type BudgetNotice = Note<'budget.near' | 'budget.ceiling-reached' | 'plan.over-budget'>;

/** `tokens` is the usage that the entry reports; mostly 0. */
export interface TallyEntry {
  readonly run: string;
  readonly entry: Entry;
  readonly tokens: number;
}

/** A fold over the journals of a run and its children. The notes are among the entries, so each notice is sent once. */
export interface Tally<State> {
  readonly start: State;
  see(state: State, seen: TallyEntry): State;
  news(state: State): readonly BudgetNotice[];
}

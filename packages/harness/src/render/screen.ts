/** What a person sees while a run goes on. Two ways to draw it, one way to tell it. */
import type { RunJournal } from '@harness/core/journal/run-tree';
import type { Question } from '@harness/core/views/questions';
import type { Observation } from '@harness/engine/world';

/** What a person said to a question: one of its options, or free text, which answers nothing. */
export type PersonReply = { readonly choice: string } | { readonly note: string };

export interface Screen {
  /** What was in a journal before we came: known, not told again. */
  know(journal: RunJournal): void;
  see(seen: Observation): void;
  /** Nothing when the question was answered elsewhere, or the person left. Only a terminal can ask. */
  ask?(question: Question, signal: AbortSignal): Promise<PersonReply | undefined>;
  close(): void;
}

export interface Output {
  readonly json: boolean;
  readonly noInput: boolean;
  readonly isTerminal: boolean;
  /** A terminal that cannot move its cursor (`TERM=dumb`): one line an event, and questions as numbered lines. */
  readonly isPlain: boolean;
  readonly colour: boolean;
  /** The tag that was asked for; nothing when nobody asked. */
  readonly language: string | undefined;
  /** A command that a person may type next, as it works from where this one was typed. */
  typed(command: string): string;
  typedGit(command: string): string;
  /** What was asked for: documents, tables, the end of a run. */
  say(text: string): void;
  /** What happens meanwhile. Under `--json` it goes to standard error, so that standard output holds one document. */
  tell(text: string): void;
}

/** The screen of a run in the foreground, and the output of a command. */
import type { RunJournal } from '@harness/core/journal/run-tree';
import type { Question } from '@harness/core/views/questions';
import type { Observation } from '@harness/engine/world';

/** The user's reply to a question: one of its options, with a text if the option takes one, or a text that answers nothing. */
export type PersonReply = { readonly choice: string; readonly note?: string } | { readonly note: string };

/** Whether the user wants to change the file of a question by hand. */
export const isEdit = (reply: PersonReply | 'left', { input: { edits } }: Question): boolean =>
  reply !== 'left' && 'choice' in reply && edits !== undefined && reply.choice === edits && !reply.note;

export interface Screen {
  /** Loads entries of earlier processes without printing them. */
  know(journal: RunJournal): void;
  see(seen: Observation): void;
  /** `undefined` if the question was answered elsewhere or the user left. Absent if the screen cannot ask. */
  ask?(question: Question, signal: AbortSignal): Promise<PersonReply | undefined>;
  /** Prints lines among those of the run, without disturbing the lines that are redrawn or a question. */
  tell(text: string): void;
  close(): void;
}

export interface Output {
  readonly json: boolean;
  readonly noInput: boolean;
  readonly isTerminal: boolean;
  /** A terminal without a cursor (`TERM=dumb`): one line per event, and questions as numbered options. */
  readonly isPlain: boolean;
  readonly colour: boolean;
  /** The tag given by `--lang`; `undefined` if it is not given. */
  readonly language: string | undefined;
  /** Completes a suggested command so that it works in the user's folder. */
  typed(command: string): string;
  typedGit(command: string): string;
  /** Prints the result of the command: documents, tables, the end of a run. All text is made printable. */
  say(text: string): void;
  /** Moves the cursor of a terminal. Never with text from outside: it is not made printable. */
  moveCursor(sequence: string): void;
  /** Prints a refusal on standard error. */
  complain(text: string): void;
  /** Prints progress. Under `--json` it goes to standard error, so that standard output is one JSON document. */
  tell(text: string): void;
}

/** Prints one JSON document under `--json`, otherwise text. Returns the exit code 0. */
export function printResult({ json, say }: Pick<Output, 'json' | 'say'>, document: object, text: () => string): 0 {
  say(json ? `${JSON.stringify({ version: 1, ...document })}\n` : text());
  return 0;
}

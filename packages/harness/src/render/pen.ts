/** What the ending of a run is written with: colours, sentences, and commands as they work from where the user stands. */
import type { Messages } from '@harness/core/messages/messages';
import type { RenderEvidence } from './evidence.ts';
import type { Colours } from './symbols.ts';

/** What the journal does not tell. */
export interface Around {
  readonly evidence: RenderEvidence;
  /** The branch that the checkout stood on before, when it is still there. */
  readonly before: string | null;
}

export interface Pen extends Around {
  readonly colours: Colours;
  readonly messages: Messages;
  /** The language that the sentences are in, for the sentences of a module. */
  readonly language: string | undefined;
  /** A line that says what to type. */
  command(label: string, command: string): string;
  /** One of ours, as it works from here. */
  next(label: string, command: string): string;
  /** Commands of git, each only when the one before it did what it should. */
  git(label: string, ...commands: readonly string[]): string;
}

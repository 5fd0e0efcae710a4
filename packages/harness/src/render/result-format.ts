/** Formats the result of a run: colours, texts, and commands that work in the user's folder. */
import type { Messages } from '@harness/core/messages/messages';
import type { RenderEvidence } from './evidence.ts';
import type { Colours } from './symbols.ts';

/** Facts about the result that are not in the journal. */
export interface ResultContext {
  readonly evidence: RenderEvidence;
  /** The branch that was checked out before the run; null if it does not exist any more. */
  readonly before: string | null;
  /** The branch of the checkout, if the run worked there; null if HEAD is on no branch. */
  readonly here?: string | null;
}

export interface ResultFormat extends ResultContext {
  readonly colours: Colours;
  readonly messages: Messages;
  /** For the texts of a workflow. */
  readonly language: string | undefined;
  /** Completes a command for the user's folder. */
  typed(command: string): string;
  /** A line with a command to type. */
  command(label: string, command: string): string;
  /** A line with a harness command, completed for the user's folder. */
  next(label: string, command: string): string;
  /** A line with git commands, joined by `&&`. */
  git(label: string, ...commands: readonly string[]): string;
}

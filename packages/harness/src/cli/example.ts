/** An example of `harness demo`: a repository, the commands to run in it, and a text about the result. */
import type { Messages } from '@harness/core/messages/messages';

export interface Example {
  /** Its folder in `examples/`. */
  readonly folder: string;
  /** The command that runs it. */
  readonly command: string;
  /** One argument per call of the command. */
  readonly tasks: readonly string[];
  /** Describes the result, and what to type next. */
  epilogue(demo: FinishedDemo): Promise<readonly string[]>;
}

export interface FinishedDemo {
  readonly repo: string;
  /** The command of this clone, for lines that the user can paste. */
  readonly launcher: string;
  readonly messages: Messages;
  dim(text: string): string;
}

export const headline = ({ dim }: FinishedDemo, title: string): string => dim(`── ${title} `.padEnd(64, '─'));

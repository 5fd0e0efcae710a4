/** An example of `harness demo`: a repository, the commands to run in it, and a description of the result. */
import type { Messages } from '@harness/core/messages/messages';

export interface Example {
  /** Its folder in `examples/`. */
  readonly folder: string;
  readonly command: string;
  /** One argument per call of the command. */
  readonly tasks: readonly string[];
  /** Tasks that must not end as done, with the exit code that shows it; the demo continues after them. */
  readonly stopped?: Readonly<Record<string, number>>;
  /** Describes the result and the commands to type next. */
  epilogue(demo: FinishedDemo): Promise<readonly string[]>;
}

export interface FinishedDemo {
  readonly repo: string;
  /** The launcher of this clone, for commands that the user can paste. */
  readonly launcher: string;
  readonly messages: Messages;
  dim(text: string): string;
}

export const headline = ({ dim }: FinishedDemo, title: string): string => dim(`── ${title} `.padEnd(64, '─'));

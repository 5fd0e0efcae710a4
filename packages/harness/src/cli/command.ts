/** What a command is: words for people, a table of options, and code that is loaded when it is called. */
import type { Output } from '../render/screen.ts';
import type { Option } from './options.ts';

export interface Invocation {
  readonly args: readonly string[];
  /** Options by their long name in camel case, as the table of options parses them. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly output: Output;
  /** Every command there is, for those that speak of the others. */
  readonly commands: readonly Command[];
}

export interface Command {
  readonly name: string;
  /** Another word for the same, from an earlier system. */
  readonly alias?: string;
  readonly args: string;
  readonly about: string;
  readonly example: string;
  readonly options: readonly Option[];
  load(): Promise<{ run(invocation: Invocation): Promise<number> }>;
}

/** What a command is: words for people, a table of options, and code that is loaded when it is called. */
import type { RunRow } from '@harness/core/views/run';
import type { Output } from '../render/screen.ts';
import type { WorkflowParts } from '../workflow.ts';
import type { Option } from './options.ts';

export interface Invocation {
  readonly args: readonly string[];
  /** Options by their long name in camel case, as the table of options parses them. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly output: Output;
  /** Every command there is, for those that speak of the others. */
  readonly commands: readonly Command[];
  /** Every workflow there is, by its id: they arrive as an argument, because they load the commands that ask for them. */
  readonly workflows: Workflows;
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

/** A workflow on the command line. At start only its commands are there, as words; the rest is loaded when it is needed. */
export interface HarnessWorkflow {
  readonly commands: readonly Command[];
  /** Options that `harness resume` takes for its runs; they arrive in `parts.resume.changes`. */
  readonly resumeOptions?: readonly Option[];
  /** The next command of work that a folder holds; `rows` are its runs. Undefined if no work waits there. */
  nextStep?(root: string, rows: readonly RunRow[]): Promise<NextStep | undefined>;
  /** Names of its examples of `harness demo`; `parts.examples` has the examples. */
  readonly examples?: readonly string[];
  /** Absent if the command line treats its runs like all others. */
  parts?(): Promise<{ readonly parts: WorkflowParts }>;
}
export type Workflows = Readonly<Record<string, HarnessWorkflow>>;

export interface NextStep {
  /** `Plan complete. Run generate?` */
  readonly text: string;
  readonly command: string;
}

/** Types of a command: name, help, options, and code that is loaded when the command is called. */
import type { StartRule } from '@harness/core/mcp/start-policy';
import type { RunRow } from '@harness/core/views/run';
import type { Output } from '../render/screen.ts';
import type { WorkflowParts } from '../workflow.ts';
import type { Option } from './options.ts';

export interface Invocation {
  readonly args: readonly string[];
  /** Options by their long name in camel case, parsed by the option table. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly output: Output;
  /** All commands, for help and completion. */
  readonly commands: readonly Command[];
  /** All workflows by id. An argument, because importing them here would be circular. */
  readonly workflows: Workflows;
}

export interface Command {
  readonly name: string;
  /** Second name of the command, from an earlier system. */
  readonly alias?: string;
  readonly args: string;
  readonly about: string;
  readonly example: string;
  readonly options: readonly Option[];
  load(): Promise<{ run(invocation: Invocation): Promise<number> }>;
}

/** A workflow on the command line. Only its command descriptions are loaded at start-up; the rest is loaded when needed. */
export interface HarnessWorkflow {
  readonly commands: readonly Command[];
  /** Options that `harness resume` takes for its runs; they arrive in `parts.resume.changes`. */
  readonly resumeOptions?: readonly Option[];
  /** The command that continues the work in a folder; `rows` are its runs. `undefined` if no work waits there. */
  nextStep?(root: string, rows: readonly RunRow[]): Promise<NextStep | undefined>;
  /** Names of its examples for `harness demo`; `parts.examples` has the examples. */
  readonly examples?: readonly string[];
  /** The command and the options that a model may use through MCP; absent if only people start it. */
  readonly forModels?: StartRule;
  /** Absent if the command line treats its runs like all others. */
  parts?(): Promise<{ readonly parts: WorkflowParts }>;
}
export type Workflows = Readonly<Record<string, HarnessWorkflow>>;

export interface NextStep {
  /** Example: `Plan complete. Run generate?` */
  readonly text: string;
  readonly command: string;
}

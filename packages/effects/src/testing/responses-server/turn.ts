/** Defines the script of a model: answers that match the request, each with its turns. */
import type { Fault } from './fault.ts';
import type { Heading } from './request.ts';

/** A function with arguments, or a custom tool with a text, such as `apply_patch`. */
export type ToolUse =
  | { readonly name: string; readonly input: Readonly<Record<string, unknown>> }
  | { readonly name: string; readonly text: string };

/** One answer of the model: text, tool calls, or a fault of the provider. */
export interface Turn {
  readonly text?: string;
  readonly tools?: readonly ToolUse[];
  readonly fault?: Fault;
  /** Pause before each piece of a streamed answer. */
  readonly pauseMs?: number;
}

export interface Answer {
  /** The role of the developer messages; default any. */
  readonly role?: string;
  /** Matches the last text of the user. */
  readonly prompt?: RegExp;
  /** Matches a tool output since then. */
  readonly output?: RegExp;
  /** Maximum number of uses, for temporary faults; default unlimited. */
  readonly times?: number;
  /** One turn for each time the model answers after the prompt. */
  readonly turns: readonly Turn[];
}

/** After its last turn the model is done; otherwise a client could call tools forever. */
const done: Turn = { text: 'done' };

export interface Found {
  readonly answer: Answer;
  readonly turn: Turn;
}

export function turnFor(
  answers: readonly Answer[],
  { role, prompt, step, outputs }: Heading,
  used: (answer: Answer) => number,
): Found | undefined {
  const answer = answers.find(
    (one) =>
      (one.role === undefined || one.role === role) &&
      (one.prompt === undefined || one.prompt.test(prompt)) &&
      (one.output === undefined || outputs.some((said) => one.output?.test(said))) &&
      used(one) < (one.times ?? Number.POSITIVE_INFINITY),
  );
  return answer && { answer, turn: answer.turns[step] ?? done };
}

/** A shell command, as the models request it. */
export const shell = (cmd: string): ToolUse => ({ name: 'exec_command', input: { cmd, yield_time_ms: 10_000 } });

/** A new file, in the format of the patch tool. */
export const patchAdding = (path: string, text: string): ToolUse => ({
  name: 'apply_patch',
  text: `*** Begin Patch\n*** Add File: ${path}\n${text.replace(/^/gm, '+')}\n*** End Patch`,
});

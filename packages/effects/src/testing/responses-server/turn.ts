/** What a scripted model says: a list of answers that are found by what was asked, each with its turns. */
import type { Fault } from './fault.ts';
import type { Heading } from './request.ts';

/** A function with arguments, or a custom tool with a text: `apply_patch` is one of those. */
export type ToolUse =
  | { readonly name: string; readonly input: Readonly<Record<string, unknown>> }
  | { readonly name: string; readonly text: string };

/** One answer of the model: it talks, calls tools, or the provider is in trouble. */
export interface Turn {
  readonly text?: string;
  readonly tools?: readonly ToolUse[];
  readonly fault?: Fault;
  /** How long it thinks before each piece of a streamed answer. */
  readonly pauseMs?: number;
}

export interface Answer {
  /** The role of the developer messages; any when it is not said. */
  readonly role?: string;
  /** Found in what the person said last. */
  readonly prompt?: RegExp;
  /** Found in what the tools answered since. */
  readonly output?: RegExp;
  /** How often this answer can be given; without a limit when it is not said. For trouble that passes. */
  readonly times?: number;
  /** The first time the model speaks after the prompt, the second time, and so on. */
  readonly turns: readonly Turn[];
}

/** A tool that is called for ever would keep the client busy for ever: past its last turn the model is done. */
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

/** A command in the shell, as the models ask for it. */
export const shell = (cmd: string): ToolUse => ({ name: 'exec_command', input: { cmd, yield_time_ms: 10_000 } });

/** A new file, in the words of the patch tool. */
export const patchAdding = (path: string, text: string): ToolUse => ({
  name: 'apply_patch',
  text: `*** Begin Patch\n*** Add File: ${path}\n${text.replace(/^/gm, '+')}\n*** End Patch`,
});

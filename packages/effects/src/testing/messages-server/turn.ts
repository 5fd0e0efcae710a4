/** Defines the script of a model: answers that match the request, each with its turns. */
import type { Usage } from '@harness/core/budget/usage';
import type { Fault } from './fault.ts';
import type { Heading } from './request.ts';

export interface ToolUse {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** One answer of the model: text, tool calls, or a fault of the provider. */
export interface Turn {
  readonly text?: string;
  readonly tools?: readonly ToolUse[];
  readonly fault?: Fault;
  /** Replaces the usage of the prefix cache, for tests of costs. */
  readonly usage?: Usage;
}

export interface Answer {
  /** The role of the system prompt; default any. */
  readonly role?: string;
  /** Matches the last text of the user. */
  readonly prompt?: RegExp;
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
  { role, prompt, step }: Heading,
  used: (answer: Answer) => number,
): Found | undefined {
  const answer = answers.find(
    (one) =>
      (one.role === undefined || one.role === role) &&
      (one.prompt === undefined || one.prompt.test(prompt)) &&
      used(one) < (one.times ?? Number.POSITIVE_INFINITY),
  );
  return answer && { answer, turn: answer.turns[step] ?? done };
}

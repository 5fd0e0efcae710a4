/** What a scripted model says: a list of answers that are found by what was asked, each with its turns. */
import type { Usage } from '@harness/core/budget/usage';
import type { Fault } from './fault.ts';
import type { Heading } from './request.ts';

export interface ToolUse {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** One answer of the model: it talks, calls tools, or the provider is in trouble. */
export interface Turn {
  readonly text?: string;
  readonly tools?: readonly ToolUse[];
  readonly fault?: Fault;
  /** In place of what the cache makes of the request, for whoever asks about money. */
  readonly usage?: Usage;
}

export interface Answer {
  /** The role of the system prompt; any when it is not said. */
  readonly role?: string;
  /** Found in what the person said last. */
  readonly prompt?: RegExp;
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

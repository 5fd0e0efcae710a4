/**
 * A closed question for a person. It is answered once, by exactly one of its choices; free text comes as the note and never approves.
 *
 * The journal holds the code; header and choices are words that scripts rely on, the sentences are in `messages`.
 */
import type { Artifact } from '../artifact.ts';
import type { Params } from '../failure.ts';
import type { Sure } from '../machine.ts';

export const questions = {
  passes: { header: 'Passes', choices: ['one more pass', 'stop'] },
  tests: { header: 'Tests', choices: ['Allow', 'Send back', 'Stop'] },
  interrupted: { header: 'Interrupted', choices: ['Repeat', 'Stop'] },
} as const satisfies Record<string, { header: string; choices: readonly string[] }>;

export type QuestionCode = keyof typeof questions;
export type Choice<Code extends QuestionCode> = (typeof questions)[Code]['choices'][number];

export interface QuestionInput {
  readonly code: QuestionCode;
  readonly choices: readonly string[];
  readonly params: Params;
  readonly evidence: readonly Artifact[];
  readonly item: string | null;
}

export interface Answer<C extends string = string> {
  readonly choice: C;
  readonly note: string;
  readonly by: string;
  readonly channel: 'terminal' | 'command' | 'script';
}

export const question = <Code extends QuestionCode>(
  code: Code,
  params: Params = {},
  evidence: readonly Artifact[] = [],
  item: string | null = null,
): Sure<Answer<Choice<Code>>> => ({
  kind: 'question',
  input: { code, choices: questions[code].choices, params, evidence, item } satisfies QuestionInput,
});

/** What `harness answer` is given. Made of the key, so that nothing can be approved before it is asked. */
export const questionId = (run: string, key: string): string =>
  `${run}.${key.replaceAll(/[/#]/g, '.').replaceAll('?', '.ask')}`;

/** The choice that a label means: labels are matched without case, and what is not an option answers nothing. */
export const choiceIn = (choices: readonly string[], label: string): string | undefined =>
  choices.find((choice) => choice.toLowerCase() === label.trim().toLowerCase());

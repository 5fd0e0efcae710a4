/** A question as text: for lists, and for a terminal that cannot move its cursor. */
import { choiceIn, type QuestionInput } from '@harness/core/effects/question';
import { messagesFor } from '@harness/core/messages/index';
import type { Question } from '@harness/core/views/questions';
import { questionRow } from '@harness/core/views/show';
import { columnWidth, printable, printableLines } from './printable.ts';
import type { Output } from './screen.ts';

export const answerCommand = (id: string, { choices }: Pick<QuestionInput, 'choices'>): string =>
  `harness answer ${id} "${choices[0]}"`;

/** Descriptions stand below each other, behind the longest label. */
export function optionLines(options: readonly { label: string; description: string }[]): readonly string[] {
  const widest = Math.max(...options.map(({ label }) => columnWidth(label)));
  return options.map(({ label, description }) => `${label}${' '.repeat(widest - columnWidth(label))}  ${description}`);
}

/** What is asked, what was written to it, its options, and how to answer. */
export function questionText(question: Question, { typed, language }: Pick<Output, 'typed' | 'language'>): string {
  const messages = messagesFor(language);
  const { id, header, question: text, options, notes } = questionRow(question, messages);
  return [
    `${header}: ${printableLines(text)}`,
    ...notes.map((note) => `    ${printable(messages.asking.noted({ by: note.by, text: note.text }))}`),
    ...optionLines(options).map((line) => `    ${line}`),
    `  answer:  ${typed(answerCommand(id, question.input))}`,
    '',
    '',
  ].join('\n');
}

/** W-148: the options as numbered lines, the free text among them. */
export function numberedText(question: Question, language: string | undefined): string {
  const messages = messagesFor(language);
  const { header, question: text, options, notes } = questionRow(question, messages);
  const lines = [...options, { label: messages.asking.other({}), description: messages.asking.aboutOther({}) }];
  return [
    `? ${header}: ${printableLines(text)}`,
    ...notes.map((note) => `    ${printable(messages.asking.noted({ by: note.by, text: note.text }))}`),
    ...optionLines(lines).map((line, n) => `  ${n + 1}) ${line}`),
    '',
  ].join('\n');
}

/** What a typed line means: a choice by its number or its label, that free text is to come, or nothing. */
export function typedChoice(
  line: string,
  choices: readonly string[],
  other: string,
): { readonly choice: string } | 'other' | undefined {
  const said = line.trim().toLowerCase();
  const choice = choices.find((_, n) => said === String(n + 1)) ?? choiceIn(choices, said);
  if (choice !== undefined) return { choice };
  return said === String(choices.length + 1) || said === other.toLowerCase() ? 'other' : undefined;
}

/** Formats a question as text, for lists and for terminals without a cursor. */
import { basename } from 'node:path';
import { answerCommand, findChoice, type QuestionInput } from '@harness/core/effects/question';
import { messagesFor } from '@harness/core/messages/index';
import type { Messages } from '@harness/core/messages/messages';
import type { Question } from '@harness/core/views/questions';
import { questionRow } from '@harness/core/views/show';
import { columnWidth, printable, printableLines } from './printable.ts';
import type { Output } from './screen.ts';

export const firstAnswerCommand = (id: string, { choices }: Pick<QuestionInput, 'choices'>): string =>
  answerCommand(id, choices[0] ?? '');

/** Aligns the descriptions behind the longest label; an option that the run added has none. */
export function optionLines(options: readonly { label: string; description: string }[]): readonly string[] {
  const widest = Math.max(...options.map(({ label }) => columnWidth(label)));
  return options.map(({ label, description }) =>
    `${label}${' '.repeat(widest - columnWidth(label))}  ${description}`.trimEnd(),
  );
}

/** The notes of an open question, and that they answer nothing; empty without notes. */
export const noteLines = (
  notes: readonly { readonly by: string; readonly text: string }[],
  { asking }: Messages,
): readonly string[] =>
  notes.length === 0
    ? []
    : [...notes.map(({ by, text }) => printable(asking.noted({ by, text }))), asking.noAnswer({})];

/** The text that asks for a change after the choice that edits; `undefined` for any other choice. */
export function changePrompt(
  { input: { edits, evidence }, notes = [] }: Question,
  choice: string,
  editor: string | undefined,
  { asking }: Messages,
): string | undefined {
  const file = evidence.find((one) => 'file' in one)?.file;
  if (choice !== edits || file === undefined) return undefined;
  return notes.length > 0
    ? asking.addToNote({})
    : asking.change({ file: basename(file), ...(editor === undefined ? {} : { editor }) });
}

/** The logs of red checks that the question is about. */
export const questionLogLines = ({ evidence }: { readonly evidence: readonly string[] }): readonly string[] =>
  evidence.filter((path) => path.endsWith('.log')).map((path) => `    log: ${path}`);

/** The question, its logs, its notes, its options, and the command that answers it. */
export function renderQuestion(question: Question, { typed, language }: Pick<Output, 'typed' | 'language'>): string {
  const messages = messagesFor(language);
  const { id, header, question: text, options, notes, evidence } = questionRow(question, messages);
  return [
    `${header}: ${printableLines(text)}`,
    ...questionLogLines({ evidence }),
    ...noteLines(notes, messages).map((line) => `    ${line}`),
    ...optionLines(options).map((line) => `    ${line}`),
    `  answer:  ${typed(firstAnswerCommand(id, question.input))}`,
    '',
    '',
  ].join('\n');
}

/** W-148: numbered options, with "Other" as the last. */
export function numberedText(question: Question, language: string | undefined): string {
  const messages = messagesFor(language);
  const { header, question: text, options, notes, evidence } = questionRow(question, messages);
  const lines = [...options, { label: messages.asking.other({}), description: messages.asking.aboutOther({}) }];
  return [
    `? ${header}: ${printableLines(text)}`,
    ...questionLogLines({ evidence }),
    ...noteLines(notes, messages).map((line) => `    ${line}`),
    ...optionLines(lines).map((line, n) => `  ${n + 1}) ${line}`),
    '',
  ].join('\n');
}

/** Parses a typed line: a choice by number or label, or `other` for free text; `undefined` if it is neither. */
export function typedChoice(
  line: string,
  choices: readonly string[],
  other: string,
): { readonly choice: string } | 'other' | undefined {
  const input = line.trim().toLowerCase();
  const choice = choices.find((_, n) => input === String(n + 1)) ?? findChoice(choices, input);
  if (choice !== undefined) return { choice };
  return input === String(choices.length + 1) || input === other.toLowerCase() ? 'other' : undefined;
}

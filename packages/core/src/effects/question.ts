/**
 * A closed question for a person. It is answered once, by exactly one of its choices; free text comes as the note and never approves.
 *
 * The journal holds the code; header and choices are words that scripts rely on, the sentences are in `messages`.
 */

import {
  type ModuleCode,
  type QuestionCode as ModuleQuestion,
  moduleCode,
  type Params,
  type ParamsOf,
  type ParamTypes,
  type QuestionCodes,
} from '../codes.ts';
import type { Artifact } from '../journal/artifact.ts';
import type { InfallibleEffect } from '../machine/machine.ts';
import type { FileText } from '../text/text.ts';

export const questions = {
  passes: { header: 'Passes', choices: ['one more pass', 'stop'], params: { passes: 'number', because: 'text?' } },
  tests: { header: 'Tests', choices: ['Allow', 'Send back', 'Stop'], params: { files: 'text', count: 'number?' } },
  errand: { header: 'Errand', choices: ['Done', 'Stop'], params: { what: 'text', why: 'text' } },
  interrupted: { header: 'Interrupted', choices: ['Repeat', 'Stop'], params: { key: 'text', code: 'text?' } },
} as const satisfies Record<string, { header: string; choices: readonly string[]; params: ParamTypes }>;

/**
 * Questions that belong to modules now, and were asked by earlier versions. Their journals hold only the code, and so does a
 * new one: a question whose input differs is another question, and a run that waits would lose its answer. Never add one.
 */
const earlierQuestions: Readonly<Record<string, Pick<ModuleQuestion, 'header' | 'texts'>>> = {
  'session-conflict': { header: 'Session Conflict' },
  session: { header: 'Session' },
  'state-file': { header: 'State File' },
  mode: { header: 'Mode' },
  model: { header: 'Model', texts: ['executor:opus', 'executor:none'] },
  'convention-scan': { header: 'Convention Scan' },
  'convention-scan-failed': { header: 'Convention Scan Failed' },
  spec: { header: 'Spec' },
  verify: { header: 'Verify' },
  'auto-fix': { header: 'Auto-fix' },
  qa: { header: 'QA' },
  'clean-up': { header: 'Clean-up' },
  commit: { header: 'Commit' },
  checkpoint: { header: 'Checkpoint' },
  'features-file': { header: 'State File' },
  scope: { header: 'Scope' },
};

export type QuestionCode = keyof typeof questions;
export type Choice<Code extends QuestionCode> = (typeof questions)[Code]['choices'][number];

export interface QuestionInput {
  readonly code: QuestionCode | ModuleCode;
  /** Absent in questions that earlier versions asked too. */
  readonly header?: string;
  readonly choices: readonly string[];
  /** Examples of free texts that answer it too; absent if only a choice does. */
  readonly texts?: readonly string[];
  readonly params: Params;
  /** What a person should look at first: artifacts of the run, and files of the checkout. */
  readonly evidence: readonly (Artifact | FileText)[];
  readonly item: string | null;
}

export interface Answer<C extends string = string> {
  readonly choice: C;
  readonly note: string;
  readonly by: string;
  readonly channel: 'terminal' | 'command' | 'script' | 'http';
}

export type QuestionTypes = { readonly [Code in QuestionCode]: (typeof questions)[Code]['params'] };

export const question = <Code extends QuestionCode>(
  code: Code,
  params: ParamsOf<QuestionTypes[Code]>,
  evidence: readonly (Artifact | FileText)[] = [],
  item: string | null = null,
  /** Fewer than there are, when one of them is not to be had any more. */
  choices: readonly Choice<Code>[] = questions[code].choices,
): InfallibleEffect<Answer<Choice<Code>>> => ({
  kind: 'question',
  input: { code, choices, params: params as Params, evidence, item } satisfies QuestionInput,
});

/** Asks a question of a module. */
export const ask = <Table extends QuestionCodes, Code extends keyof Table & string>(
  { questions: table }: { readonly questions: Table },
  code: Code,
  params: ParamsOf<Table[Code]['params']>,
  { evidence = [], item = null, choices }: QuestionDetails<Table[Code]> = {},
): InfallibleEffect<Answer<Table[Code]['choices'][number]>> => {
  const { header, choices: all, texts } = table[code] as Table[Code];
  const input: QuestionInput = {
    code: moduleCode(code),
    ...(code in earlierQuestions ? {} : { header, ...(texts && { texts }) }),
    choices: choices ?? all,
    params: params as Params,
    evidence,
    item,
  };
  return { kind: 'question', input };
};

interface QuestionDetails<Row extends { readonly choices: readonly string[] }>
  extends Partial<Pick<QuestionInput, 'evidence' | 'item'>> {
  /** Fewer choices than the question has, if one is not available any more. */
  readonly choices?: readonly Row['choices'][number][] | undefined;
}

/** The name of a question for scripts and people. */
export const headerOf = ({ code, header }: Pick<QuestionInput, 'code' | 'header'>): string =>
  header ?? (questions[code as QuestionCode] ?? earlierQuestions[code])?.header ?? code;

/** What `harness answer` is given. Made of the key, so that nothing can be approved before it is asked. */
export const questionId = (run: string, key: string): string =>
  `${run}.${key.replaceAll(/[/#]/g, '.').replaceAll('?', '.ask')}`;

/** The choice that a label means: labels are matched without case, and what is not an option answers nothing. */
export const choiceIn = (choices: readonly string[], label: string): string | undefined =>
  choices.find((choice) => named(choice) === named(label));

/** What an answer to this question means: one of its choices, or a text where the question takes one. */
export function answerIn(asked: AskedQuestion, said: string): string | undefined {
  const takesText = textsOf(asked).length > 0 && /^\s*\w+\s*:/.test(said);
  return choiceIn(asked.choices, said) ?? (takesText ? said.trim() : undefined);
}

export type AskedQuestion = Pick<QuestionInput, 'code' | 'choices' | 'texts'>;

/** Examples of texts that are answers although no choice, for the explorer. */
export const textsOf = ({ code, texts }: Pick<QuestionInput, 'code' | 'texts'>): readonly string[] =>
  texts ?? earlierQuestions[code]?.texts ?? [];

/** That one of them is recommended is advice, and need not be typed. */
const named = (label: string) =>
  label
    .trim()
    .toLowerCase()
    .replace(/ \(recommended\)$/, '');

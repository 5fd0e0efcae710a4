/**
 * The effect `question`: a question for a person, answered once by exactly one of its choices. A note never approves.
 *
 * The journal holds the code. Scripts rely on header and choices; `messages` has the sentences.
 */

import {
  type ModuleCode,
  moduleCode,
  type Params,
  type ParamsOf,
  type ParamTypes,
  type QuestionCodes,
  type QuestionDeclaration,
} from '../codes.ts';
import type { Artifact } from '../journal/artifact.ts';
import type { InfallibleEffect } from '../machine/machine.ts';
import { shellQuote } from '../text/shell-quote.ts';
import type { FileText } from '../text/text.ts';
import { cleanOptions, comparableLabel } from './open-options.ts';

export const questions = {
  passes: {
    header: 'Passes',
    choices: ['one more pass', 'stop'],
    params: { passes: 'number', because: 'text?', checks: 'text?' },
  },
  baseline: {
    header: 'Baseline',
    choices: ['fix it too', 'ignore these checks', 'stop'],
    params: { checks: 'text', output: 'text' },
  },
  tests: {
    header: 'Tests',
    choices: ['Allow', 'Send back', 'Stop'],
    params: {
      files: 'text',
      count: 'number?',
      plan: 'text?',
      context: 'text?',
      skill: 'text?',
      instructions: 'text?',
      spec: 'text?',
    },
  },
  errand: { header: 'Errand', choices: ['Done', 'Stop'], params: { what: 'text', why: 'text' } },
  interrupted: {
    header: 'Interrupted',
    choices: ['Repeat', 'Stop'],
    params: { key: 'text', code: 'text?', files: 'text?' },
  },
} as const satisfies Record<string, { header: string; choices: readonly string[]; params: ParamTypes }>;

/**
 * Questions that earlier versions asked and that now belong to modules. Never add one.
 *
 * Their journals hold only the code. A new header in the input would make it another question, and a waiting run would lose
 * its answer.
 */
const earlierQuestions: Readonly<Record<string, Pick<QuestionDeclaration, 'header' | 'texts'>>> = {
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
  /** Absent in questions that earlier versions also asked. */
  readonly header?: string;
  readonly choices: readonly string[];
  /** Examples of free texts that also answer it; absent if only a choice does. */
  readonly texts?: readonly string[];
  readonly params: Params;
  /** The choice that changes the first file of the evidence; absent if none does. A terminal opens the editor for it. */
  readonly edits?: string;
  /** Artifacts of the run and files of the checkout that a person should read first. */
  readonly evidence: readonly (Artifact | FileText)[];
  readonly item: string | null;
}

export interface Answer<C extends string = string> {
  readonly choice: C;
  readonly note: string;
  /** The language of the newest note; absent if there is none or it is unclear (W-11). */
  readonly language?: string;
  readonly by: string;
  readonly channel: 'terminal' | 'command' | 'script' | 'http' | 'mcp';
}

export type QuestionTypes = { readonly [Code in QuestionCode]: (typeof questions)[Code]['params'] };

export const question = <Code extends QuestionCode>(
  code: Code,
  params: ParamsOf<QuestionTypes[Code]>,
  evidence: readonly (Artifact | FileText)[] = [],
  item: string | null = null,
  /** Fewer choices than the question has, if one is not available any more. */
  choices: readonly Choice<Code>[] = questions[code].choices,
): InfallibleEffect<Answer<Choice<Code>>> => ({
  kind: 'question',
  input: { code, choices, params: params as Params, evidence, item } satisfies QuestionInput,
});

export const ask = <Table extends QuestionCodes, Code extends keyof Table & string>(
  { questions: table }: { readonly questions: Table },
  code: Code,
  params: ParamsOf<Table[Code]['params']>,
  { evidence = [], item = null, choices, options, edits }: QuestionDetails<Table[Code]> = {},
): InfallibleEffect<Answer<ChoiceOf<Table[Code]>>> => {
  const { header, choices: all, texts, opens } = table[code] as Table[Code];
  const input: QuestionInput = {
    code: moduleCode(code),
    ...(code in earlierQuestions ? {} : { header, ...(texts && { texts }) }),
    choices: [...(opens ? cleanOptions(options ?? [], all) : []), ...(choices ?? all)],
    ...(edits === undefined ? {} : { edits }),
    params: params as Params,
    evidence,
    item,
  };
  return { kind: 'question', input };
};

/** A choice of an open question may be an option that only the run knows. */
type ChoiceOf<Row extends QuestionDeclaration> = Row extends { readonly opens: true } ? string : Row['choices'][number];

interface QuestionDetails<Row extends QuestionDeclaration> extends Partial<Pick<QuestionInput, 'evidence' | 'item'>> {
  /** Fewer choices than the question has, if one is not available any more. */
  readonly choices?: readonly Row['choices'][number][] | undefined;
  /** The run's own options of an open question; it cleans them and offers them before its choices. */
  readonly options?: Row extends { readonly opens: true } ? readonly string[] : never;
  readonly edits?: Row['choices'][number] | undefined;
}

/** The name of a question for scripts and people. */
export const headerOf = ({ code, header }: Pick<QuestionInput, 'code' | 'header'>): string =>
  header ?? (questions[code as QuestionCode] ?? earlierQuestions[code])?.header ?? code;

/** The argument of `harness answer`. It contains the key, so that a question cannot be approved before it is asked. */
export const questionId = (run: string, key: string): string =>
  `${run}.${key.replaceAll(/[/#]/g, '.').replaceAll('?', '.ask')}`;

/**
 * The command that gives this answer. A label with a character that a shell reads within double quotes is quoted
 * otherwise: an agent may have written it.
 */
export const answerCommand = (id: string, choice: string): string =>
  `harness answer ${id} ${/[^\p{L}\p{N} ().,:/+_-]/u.test(choice) ? shellQuote(choice) : `"${choice}"`}`;

/** Finds the choice with this label, ignoring case; `undefined` if none has it. */
export const findChoice = (choices: readonly string[], label: string): string | undefined =>
  choices.find((choice) => comparableLabel(choice) === comparableLabel(label));

/** Returns the meant choice, or the text if the question accepts texts; `undefined` if it is neither. */
export function parseAnswer(asked: AskedQuestion, text: string): string | undefined {
  const takesText = textsOf(asked).length > 0 && /^\s*\w+\s*:/.test(text);
  return findChoice(asked.choices, text) ?? (takesText ? text.trim() : undefined);
}

export type AskedQuestion = Pick<QuestionInput, 'code' | 'choices' | 'texts'>;

/** Examples of accepted texts, for the explorer. */
export const textsOf = ({ code, texts }: Pick<QuestionInput, 'code' | 'texts'>): readonly string[] =>
  texts ?? earlierQuestions[code]?.texts ?? [];

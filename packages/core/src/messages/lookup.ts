/** Finds the text of a code from a journal. A code of a newer version has no text; the code itself is printed. */

import type { ModuleCode, NotificationParams, Params, RefusalText } from '../codes.ts';
import type { ConfigIssue } from '../config/problem.ts';
import type { ControlRefusalCode } from '../control/refusal.ts';
import type { QuestionCode } from '../effects/question.ts';
import type { Failure } from '../failure/failure.ts';
import type { RefusalCode } from '../failure/refusal.ts';
import type { Messages } from './messages.ts';

interface QuestionText {
  question(params: Params): string;
  readonly options: Readonly<Record<string, string>>;
}

/** The only place where parameters are unchecked: any version may have written the journal. */
function textOf<Text = string>(sentences: object, code: string, params: Params): Text | undefined {
  try {
    return (sentences as Readonly<Record<string, ((params: Params) => Text) | undefined>>)[code]?.(params);
  } catch (error) {
    if (error instanceof TypeError) return undefined; // another version wrote no parameter that this text needs
    throw error;
  }
}

export const refusalText = ({ refusals }: Messages, code: RefusalCode | ModuleCode, params: Params): RefusalText =>
  textOf<RefusalText>(refusals, code, params) ?? { message: code, next: 'harness --help' };

export const controlText = ({ control }: Messages, code: ControlRefusalCode, params: Params): RefusalText =>
  textOf<RefusalText>(control, code, params) ?? { message: code, next: 'harness --help' };

export const questionText = ({ questions }: Messages, code: QuestionCode | ModuleCode): QuestionText =>
  (questions as Readonly<Record<string, QuestionText | undefined>>)[code] ?? { question: () => code, options: {} };

export const failureText = ({ failures }: Pick<Messages, 'failures'>, { code, params }: Failure): string =>
  textOf(failures, code, params) ?? code;

export const problemText = ({ problems }: Messages, { code, params }: ConfigIssue): string =>
  textOf(problems, code, params) ?? code;

/** A log line without its failure or question. */
export const lineText = (
  { notes, progress, lines }: Pick<Messages, 'notes' | 'progress' | 'lines'>,
  { code, params }: { readonly code: string; readonly params: Params },
): string => textOf(notes, code, params) ?? textOf(progress, code, params) ?? textOf(lines, code, params) ?? code;

export const notificationText = ({ news }: Messages, kind: string, params: NotificationParams): string =>
  textOf(news, kind, params) ?? kind;

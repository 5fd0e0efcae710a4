/** Finds the text of a code of any workflow. A code of a newer version has no text here and is printed as it is. */
import type { ModuleCode, RefusalText } from '../codes.ts';
import type { QuestionCode } from '../effects/question.ts';
import type { Params } from '../failure/failure.ts';
import type { RefusalCode } from '../failure/refusal.ts';
import type { Messages } from './messages.ts';

type Table<Text> = Readonly<Record<string, ((params: Params) => Text) | undefined>>;

interface QuestionText {
  question(params: Params): string;
  readonly options: Readonly<Record<string, string>>;
}

export const refusalText = ({ refusals }: Messages, code: RefusalCode | ModuleCode, params: Params): RefusalText =>
  (refusals as Table<RefusalText>)[code]?.(params) ?? { message: code, next: 'harness --help' };

export const questionText = ({ questions }: Messages, code: QuestionCode | ModuleCode): QuestionText =>
  (questions as Readonly<Record<string, QuestionText | undefined>>)[code] ?? { question: () => code, options: {} };

export const progressText = ({ progress }: Messages, code: string, params: Params): string =>
  (progress as Table<string>)[code]?.(params) ?? code;

/** `harness questions`: prints the open questions of all runs of this repository. */
import { messagesFor } from '@harness/core/messages/index';
import { questionRow } from '@harness/core/views/show';
import { renderQuestion } from '../render/question.ts';
import { printResult } from '../render/screen.ts';
import { questionLanguages } from '../run/run-language.ts';
import { openRepository } from '../runs/folder.ts';
import { listRunRows, readOpenQuestions } from '../runs/read-runs.ts';
import type { Invocation } from './command.ts';

export async function run({ options, output }: Invocation): Promise<number> {
  const { store } = openRepository(options);
  const open = await readOpenQuestions(store, await listRunRows(store, { children: false }));
  const languageOf = questionLanguages(store, output.language);
  const waiting = await Promise.all(open.map(async (question) => ({ question, language: await languageOf(question) })));
  const questions = waiting.map(({ question, language }) => questionRow(question, messagesFor(language)));
  const texts = waiting.map(({ question, language }) => renderQuestion(question, { ...output, language }));
  return printResult(output, { questions }, () => texts.join('') || 'No open questions.\n');
}

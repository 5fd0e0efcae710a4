/** `harness questions`: prints the open questions of all runs of this repository. */
import { messagesFor } from '@harness/core/messages/index';
import { questionRow } from '@harness/core/views/show';
import { questionText } from '../render/question.ts';
import { findRepositoryRoot } from '../repository/repository.ts';
import { languageOfRun } from '../run/run-language.ts';
import { openStore } from '../runs/folder.ts';
import { listRunRows, readOpenQuestions } from '../runs/read-runs.ts';
import type { Invocation } from './command.ts';
import { resolveRepo } from './repo.ts';

export async function run({ options, output }: Invocation): Promise<number> {
  const store = openStore(findRepositoryRoot(resolveRepo(options)));
  const open = await readOpenQuestions(store, await listRunRows(store, { children: false }));
  const waiting = await Promise.all(
    open.map(async (question) => ({ question, language: await languageOfRun(store, question.run, output.language) })),
  );
  if (output.json) {
    const questions = waiting.map(({ question, language }) => questionRow(question, messagesFor(language)));
    output.say(`${JSON.stringify({ version: 1, questions })}\n`);
  } else if (waiting.length === 0) output.say('No open questions.\n');
  else for (const { question, language } of waiting) output.say(questionText(question, { ...output, language }));
  return 0;
}

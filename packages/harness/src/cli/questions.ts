/** `harness questions`: what waits for an answer, in every run of this repository. */
import { messagesFor } from '@harness/core/messages/index';
import { questionRow } from '@harness/core/views/show';
import { storeOf } from '../folder.ts';
import { openQuestionsIn, rows } from '../look.ts';
import { questionText } from '../render/question.ts';
import { rootAround } from '../repository.ts';
import { spokenOf } from '../spoken.ts';
import type { Invocation } from './command.ts';
import { repoOf } from './repo.ts';

export async function run({ options, output }: Invocation): Promise<number> {
  const store = storeOf(rootAround(repoOf(options)));
  const open = await openQuestionsIn(store, await rows(store, { children: false }));
  const waiting = await Promise.all(
    open.map(async (question) => ({ question, language: await spokenOf(store, question.run, output.language) })),
  );
  if (output.json) {
    const questions = waiting.map(({ question, language }) => questionRow(question, messagesFor(language)));
    output.say(`${JSON.stringify({ version: 1, questions })}\n`);
  } else if (waiting.length === 0) output.say('Nothing waits for an answer.\n');
  else for (const { question, language } of waiting) output.say(questionText(question, { ...output, language }));
  return 0;
}

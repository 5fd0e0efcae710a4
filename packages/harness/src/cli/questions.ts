/** `harness questions`: what waits for an answer, in every run of this repository. */
import { messagesFor } from '@harness/core/messages/index';
import { questionRow } from '@harness/core/views/show';
import { storeOf } from '../folder.ts';
import { openQuestionsIn, rows } from '../look.ts';
import { questionText } from '../render/question.ts';
import { rootAround } from '../repository.ts';
import type { Invocation } from './command.ts';
import { repoOf } from './repo.ts';

export async function run({ options, output }: Invocation): Promise<number> {
  const store = storeOf(rootAround(repoOf(options)));
  const open = await openQuestionsIn(store, await rows(store, { children: false }));
  const waiting = open.map((question) => questionRow(question, messagesFor(output.language)));
  if (output.json) output.say(`${JSON.stringify({ version: 1, questions: waiting })}\n`);
  else if (waiting.length === 0) output.say('Nothing waits for an answer.\n');
  if (!output.json) for (const question of open) output.say(questionText(question, output));
  return 0;
}

/** `harness questions`: what waits for an answer, in every run of this repository. */
import { messagesFor } from '@harness/core/messages/index';
import { questionRow } from '@harness/core/views/show';
import { storeOf } from '../folder.ts';
import { allQuestions } from '../look.ts';
import { rootAround } from '../repository.ts';
import type { Invocation } from './command.ts';
import { repoOf } from './repo.ts';

export async function run({ options, output }: Invocation): Promise<number> {
  const { open } = await allQuestions(storeOf(rootAround(repoOf(options))));
  const rows = open.map((question) => questionRow(question, messagesFor(output.language)));
  if (output.json) output.say(`${JSON.stringify({ version: 1, questions: rows })}\n`);
  else if (rows.length === 0) output.say('Nothing waits for an answer.\n');
  for (const { id, header, question, options: choices } of output.json ? [] : rows) {
    output.say(`${header}: ${question}\n`);
    for (const { label, description } of choices) output.say(`    ${label.padEnd(14)} ${description}\n`);
    output.say(`  answer:  ${output.typed(`harness answer ${id} "${choices[0]?.label}"`)}\n\n`);
  }
  return 0;
}

/** `harness logs <run>`: the journal in readable form, a line an event. */
import { emptyLog } from '@harness/core/journal';
import { messagesFor } from '@harness/core/messages/index';
import type { Messages } from '@harness/core/messages/messages';
import { linesOf } from '@harness/core/views/lines';
import type { Family } from '@harness/core/views/run';
import { storeOf } from '../folder.ts';
import { findRun, look } from '../look.ts';
import { plainLine } from '../render/plain.ts';
import { rootAround } from '../repository.ts';
import type { Invocation } from './command.ts';
import { repoOf } from './repo.ts';

export async function run({ args: [name = ''], options, output }: Invocation): Promise<number> {
  const store = storeOf(rootAround(repoOf(options)));
  const { family } = await look(store, await findRun(store, name));
  const lines = logLines(family, messagesFor(output.language));
  output.say(output.json ? `${JSON.stringify({ version: 1, lines })}\n` : lines.map((line) => `${line}\n`).join(''));
  return 0;
}

/** All journals of a family as one story, in the order of time. */
export const logLines = (family: Family, messages: Messages): readonly string[] =>
  family
    .flatMap(({ entries }) => {
      const log = emptyLog();
      return entries.flatMap((entry) => linesOf(log, entry));
    })
    .sort((a, b) => a.atMs - b.atMs)
    .map((line) => plainLine(line, messages));

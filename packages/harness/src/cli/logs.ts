/** `harness logs <run>`: prints the journal in readable form, one line per event. */

import { emptyFold } from '@harness/core/journal/journal';
import type { RunTree } from '@harness/core/journal/run-tree';
import { messagesFor } from '@harness/core/messages/index';
import type { Messages } from '@harness/core/messages/messages';
import { toLogLines } from '@harness/core/views/log-lines';
import { plainLine } from '../render/plain.ts';
import { findRepositoryRoot } from '../repository/repository.ts';
import { openStore } from '../runs/folder.ts';
import { findRun, readRun } from '../runs/read-runs.ts';
import type { Invocation } from './command.ts';
import { resolveRepo } from './repo.ts';

export async function run({ args: [name = ''], options, output }: Invocation): Promise<number> {
  const store = openStore(findRepositoryRoot(resolveRepo(options)));
  const { family } = await readRun(store, await findRun(store, name));
  const lines = logLines(family, messagesFor(output.language));
  output.say(output.json ? `${JSON.stringify({ version: 1, lines })}\n` : lines.map((line) => `${line}\n`).join(''));
  return 0;
}

/** Lines of a run and its children, sorted by time. */
export const logLines = (family: RunTree, messages: Messages): readonly string[] =>
  family
    .flatMap(({ entries }) => {
      const log = emptyFold();
      return entries.flatMap((entry) => toLogLines(log, entry));
    })
    .sort((a, b) => a.atMs - b.atMs)
    .map((line) => plainLine(line, messages));

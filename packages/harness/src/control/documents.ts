/** The documents that are read off the journals: what the reading commands print with `--json`, and what the control server answers. */
import { messagesFor } from '@harness/core/messages/index';
import { questionRow, show } from '@harness/core/views/show';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { logLines } from '../cli/logs.ts';
import { findRun, look, openQuestionsIn, rows } from '../look.ts';
import { spokenIn, spokenOf } from '../spoken.ts';

export const runsDocument = async (store: JsonlStore, children: boolean) => ({
  version: 1 as const,
  runs: await rows(store, { children }),
});

export async function runDocument(store: JsonlStore, name: string, language: string | undefined) {
  const { family, outside } = await look(store, await findRun(store, name));
  return { version: 1 as const, ...show(family, outside, messagesFor(spokenIn(family[0], language))) };
}

export async function questionsDocument(store: JsonlStore, language: string | undefined) {
  const open = await openQuestionsIn(store, await rows(store, { children: false }));
  const questions = await Promise.all(
    open.map(async (question) => questionRow(question, messagesFor(await spokenOf(store, question.run, language)))),
  );
  return { version: 1 as const, questions };
}

export async function logDocument(store: JsonlStore, name: string, language: string | undefined) {
  const { family } = await look(store, await findRun(store, name));
  return { version: 1 as const, lines: logLines(family, messagesFor(language)) };
}

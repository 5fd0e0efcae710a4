/** Reads JSON documents from the journals, for `--json` and the control server. */
import { messagesFor } from '@harness/core/messages/index';
import { questionRow, show } from '@harness/core/views/show';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { logLines } from '../render/plain.ts';
import { languageOfFamily, questionLanguages } from '../run/run-language.ts';
import { findRun, listRunRows, readOpenQuestions, readRun } from '../runs/read-runs.ts';

export const runsDocument = async (store: JsonlStore, children: boolean) => ({
  version: 1 as const,
  runs: await listRunRows(store, { children }),
});

export async function runDocument(store: JsonlStore, name: string, language: string | undefined) {
  const { family, outside } = await readRun(store, await findRun(store, name));
  return { version: 1 as const, ...show(family, outside, messagesFor(languageOfFamily(family, language))) };
}

export async function questionsDocument(store: JsonlStore, language: string | undefined) {
  const open = await readOpenQuestions(store, await listRunRows(store, { children: false }));
  const languages = questionLanguages(store, language);
  const questions = await Promise.all(
    open.map(async (question) => questionRow(question, messagesFor(await languages(question)))),
  );
  return { version: 1 as const, questions };
}

export async function logDocument(store: JsonlStore, name: string, language: string | undefined) {
  const { family } = await readRun(store, await findRun(store, name));
  return { version: 1 as const, lines: logLines(family, messagesFor(language)) };
}

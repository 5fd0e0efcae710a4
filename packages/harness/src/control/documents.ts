/** Reads JSON documents from the journals, for `--json` and the control server. */
import { messagesFor } from '@harness/core/messages/index';
import { questionRow, showInParts } from '@harness/core/views/show';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { finishInTurns } from '@harness/engine/turn';
import { logLinesInParts } from '../render/plain.ts';
import { languageOfFamily, questionLanguages } from '../run/run-language.ts';
import { findRun, listRunRows, readOpenQuestions, readRun } from '../runs/read-runs.ts';

export const runsDocument = async (store: JsonlStore, children: boolean) => ({
  version: 1 as const,
  runs: await listRunRows(store, { children }),
});

export async function runDocument(store: JsonlStore, name: string, language: string | undefined) {
  const { family, outside } = await readRun(store, await findRun(store, name));
  const messages = messagesFor(languageOfFamily(family, language));
  return { version: 1 as const, ...(await finishInTurns(showInParts(family, outside, messages))) };
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
  return { version: 1 as const, lines: await finishInTurns(logLinesInParts(family, messagesFor(language))) };
}

/** The checkpoints that wait in this repository, and how a person grants one: by a command, or by a file (MO-10). */
import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { checkpointFiles } from '@harness/core/mission/note';
import type { Question } from '@harness/core/views/questions';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { openQuestionsIn, rows } from '../look.ts';

export interface Waiting {
  readonly name: string;
  readonly run: string;
  readonly question: Question;
}

export async function waitingIn(store: JsonlStore): Promise<readonly Waiting[]> {
  const open = await openQuestionsIn(store, await rows(store, { children: false }));
  return open.flatMap((question) => {
    const { code, params } = question.input;
    return code === 'checkpoint' ? [{ name: String(params['name']), run: question.run, question }] : [];
  });
}

/** Answers with what was said first, if somebody was faster. */
export const grant = (store: JsonlStore, { run, question: { id } }: Waiting) =>
  store.inbox(run).put(id, {
    ...{ version: 1, type: 'answer', question: id, choice: 'Grant', note: '', by: userInfo().username },
    ...{ channel: 'command', atMs: Date.now() },
  });

/** A file that somebody put beside the note grants too: it is looked for whenever a mission is gone on with. */
export async function takeGrants(root: string, store: JsonlStore, run: string): Promise<void> {
  for (const waiting of await waitingIn(store)) {
    if (waiting.run !== run) continue;
    const { granted } = checkpointFiles(waiting.name);
    if (granted.some((name) => existsSync(join(root, '.harness', name)))) await grant(store, waiting);
  }
}

/** The checkpoints that wait in this repository, and how a person grants one: by a command, or by a file (MO-10). */
import { existsSync, readdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { checkpointFiles, pendingName } from '@harness/core/mission/note';
import { Refusal } from '@harness/core/refusal';
import type { Question } from '@harness/core/views/questions';
import { placeFile } from '@harness/effects/checkout/file';
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
    if (isGranted(root, waiting.name)) await grant(store, waiting);
  }
}

const isGranted = (root: string, name: string): boolean =>
  checkpointFiles(name).granted.some((file) => existsSync(join(root, '.harness', file)));

/** Checkpoints that wait as a file alone: another tool wrote it, or the run that did is gone. Not those of `waiting`. */
export function leftBehind(root: string, waiting: readonly Waiting[]): readonly string[] {
  const folder = join(root, '.harness');
  const there = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
  const names = there.flatMap((one) => (one.isFile() ? (pendingName(one.name) ?? []) : []));
  return names.filter((name) => !isGranted(root, name) && !waiting.some((each) => each.name === name)).sort();
}

/** MO-10: a new mission passes no checkpoint that nobody granted. */
export async function requireGranted(root: string, store: JsonlStore): Promise<void> {
  const left = leftBehind(root, await waitingIn(store));
  const [name] = left;
  if (name === undefined) return;
  const paths = left.map((each) => `.harness/${checkpointFiles(each).pending}`).join(', ');
  throw new Refusal('checkpoint.pending', { name, paths });
}

/** The mission that begins next takes it up. */
export async function grantByFile(root: string, name: string): Promise<void> {
  const [file = ''] = checkpointFiles(name).granted;
  await placeFile(root, `.harness/${file}`, '');
}

/** What the repository must be: one that git can work in, with a folder that can be written, and journals that can be read. */
import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import { en } from '@harness/core/messages/en';
import { Refusal } from '@harness/core/refusal';
import { storeOf } from '../folder.ts';
import { rows } from '../look.ts';
import { workableRoot } from '../repository.ts';
import { type Examined, fine, wrong } from './check.ts';

/** The root as well, for whoever looks further into it; nothing when there is no repository. */
export async function repository(path: string): Promise<{ readonly examined: Examined; readonly root?: string }> {
  try {
    const root = await workableRoot(path);
    return { examined: fine('repository', true, root), root };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { message, next } = en.refusals[error.code](error.params);
    return { examined: wrong('repository', true, message, next) };
  }
}

export function folder(root: string): Examined {
  const place = existsSync(join(root, '.harness')) ? join(root, '.harness') : root;
  try {
    accessSync(place, constants.W_OK | constants.X_OK);
    return fine('folder', true, `${place} can be written`);
  } catch (error) {
    return wrong('folder', true, `${place} cannot be written: ${(error as Error).message}`, `ls -ld ${place}`);
  }
}

export async function journals(root: string): Promise<Examined> {
  const found = await rows(storeOf(root), { children: true });
  const bad = found.filter(({ state }) => state === 'unreadable');
  return bad.length === 0
    ? fine('journals', false, `${found.length} runs, all can be read`)
    : wrong('journals', false, `cannot be read: ${bad.map(({ id }) => id).join(', ')}`, `harness show ${bad[0]?.id}`);
}

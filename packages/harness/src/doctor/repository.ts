/** Checks the repository: usable by git, writable, configured, not frozen, with readable journals. */
import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '@harness/core/failure/refusal';
import { en } from '@harness/core/messages/en';
import { refusalText } from '@harness/core/messages/lookup';
import { requireWorkableRoot } from '../repository/repository.ts';
import { openStore } from '../runs/folder.ts';
import { listRunRows } from '../runs/read-runs.ts';
import { type Diagnosis, failedWith, passed } from './diagnosis.ts';

/** `root` is `undefined` if there is no usable repository. */
export async function repository(path: string): Promise<{ readonly examined: Diagnosis; readonly root?: string }> {
  try {
    const root = await requireWorkableRoot(path);
    return { examined: passed('repository', true, root), root };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { message, next } = refusalText(en, error.code, error.params);
    return { examined: failedWith('repository', true, message, next) };
  }
}

export function folder(root: string): Diagnosis {
  const place = existsSync(join(root, '.harness')) ? join(root, '.harness') : root;
  try {
    accessSync(place, constants.W_OK | constants.X_OK);
    return passed('folder', true, `${place} is writable`);
  } catch (error) {
    return failedWith('folder', true, `${place} cannot be written: ${(error as Error).message}`, `ls -ld ${place}`);
  }
}

export async function journals(root: string): Promise<Diagnosis> {
  const found = await listRunRows(openStore(root), { children: true });
  const bad = found.filter(({ state }) => state === 'unreadable');
  return bad.length === 0
    ? passed('journals', false, `${found.length} runs, all readable`)
    : failedWith(
        'journals',
        false,
        `unreadable runs: ${bad.map(({ id }) => id).join(', ')}`,
        `harness show ${bad[0]?.id}`,
      );
}

/** Checks the repository: usable by git, writable, configured, not frozen, with readable journals. */
import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '@harness/core/failure/refusal';
import { en } from '@harness/core/messages/en';
import { refusalText } from '@harness/core/messages/lookup';
import { allFacts } from '@harness/core/providers/providers';
import { freezeFile, isFrozen } from '../gates/frozen.ts';
import { shellQuote } from '../render/shell-quote.ts';
import { requireWorkableRoot } from '../repository/repository.ts';
import { openStore } from '../runs/folder.ts';
import { listRunRows } from '../runs/read-runs.ts';
import { findConfigPath, loadConfig } from '../settings/config.ts';
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

/** Prints the same message about an invalid configuration as every command. */
export async function config(root: string): Promise<Diagnosis> {
  try {
    await loadConfig(root);
    const detail = findConfigPath(root) ?? 'no configuration: all settings are detected or have defaults';
    return passed('config', true, detail);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return failedWith('config', true, refusalText(en, error.code, error.params).message, 'harness init --force');
  }
}

/** A forgotten freeze file stops every run. */
export async function frozen(root: string): Promise<Diagnosis> {
  const file = await freezeFile(root);
  return isFrozen(file)
    ? failedWith('frozen', false, `no run starts or continues while ${file} exists`, `rm ${shellQuote(file)}`)
    : passed('frozen', false, 'work is not frozen');
}

export async function journals(root: string): Promise<Diagnosis> {
  const found = await listRunRows(openStore(root), { children: true });
  const bad = found.filter(({ state }) => state === 'unreadable').map(({ id }) => id);
  return bad.length === 0
    ? passed('journals', false, `${found.length} runs, all readable`)
    : failedWith('journals', false, `unreadable runs: ${bad.join(', ')}`, `harness show ${bad[0]}`);
}

/** Lists settings for agents in the repository that have no effect here: hooks, servers, permissions, key helpers. */
export function ignored(root: string): Diagnosis {
  const places = allFacts.flatMap(({ repositorySettings = [] }) => repositorySettings);
  const found = places.filter((place) => existsSync(join(root, place)));
  const detail = found.length === 0 ? 'the repository has no agent settings' : `ignored: ${found.join(', ')}`;
  return passed('agent.settings', false, detail);
}

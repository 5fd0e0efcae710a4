/** Checks the repository: usable by git, writable, configured, not frozen, with readable journals. */
import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '@harness/core/failure/refusal';
import { en } from '@harness/core/messages/en';
import { refusalText } from '@harness/core/messages/lookup';
import { allFacts } from '@harness/core/providers/providers';
import { specProblemText } from '@harness/core/subsystems/problem-text';
import { readCheckoutSpecs } from '@harness/effects/subsystems/checkout-specs';
import { freezeFilePath, isFrozen } from '../gates/frozen.ts';
import { shellQuote } from '../render/shell-quote.ts';
import { requireWorkableRoot } from '../repository/repository.ts';
import { openStore } from '../runs/folder.ts';
import { listRunRows } from '../runs/read-runs.ts';
import { loadConfig } from '../settings/config.ts';
import { findConfigPath } from '../settings/config-path.ts';
import { type Diagnosis, failedCheck, passedCheck } from './diagnosis.ts';

/** `root` is `undefined` if there is no usable repository. */
export async function checkRepository(path: string): Promise<{ readonly examined: Diagnosis; readonly root?: string }> {
  try {
    const root = await requireWorkableRoot(path);
    return { examined: passedCheck('repository', true, root), root };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { message, next } = refusalText(en, error.code, error.params);
    return { examined: failedCheck('repository', true, message, next) };
  }
}

export function checkFolder(root: string): Diagnosis {
  const place = existsSync(join(root, '.harness')) ? join(root, '.harness') : root;
  try {
    accessSync(place, constants.W_OK | constants.X_OK);
    return passedCheck('folder', true, `${place} is writable`);
  } catch (error) {
    return failedCheck('folder', true, `${place} cannot be written: ${(error as Error).message}`, `ls -ld ${place}`);
  }
}

/** Prints the same message about an invalid configuration as every command. */
export async function config(root: string): Promise<Diagnosis> {
  try {
    await loadConfig(root);
    const detail = findConfigPath(root) ?? 'no configuration: all settings are detected or have defaults';
    return passedCheck('config', true, detail);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { message } = refusalText(en, error.code, error.params);
    return failedCheck(
      'config',
      true,
      message,
      error.code === 'config.changed' ? 'harness trust' : 'harness init --force',
    );
  }
}

/** A forgotten freeze file stops every run. */
export async function frozen(root: string): Promise<Diagnosis> {
  const file = await freezeFilePath(root);
  return isFrozen(file)
    ? failedCheck('frozen', false, `no run starts or continues while ${file} exists`, `rm ${shellQuote(file)}`)
    : passedCheck('frozen', false, 'work is not frozen');
}

export async function checkJournals(root: string): Promise<Diagnosis> {
  const found = await listRunRows(openStore(root), { children: true });
  const bad = found.filter(({ state }) => state === 'unreadable').map(({ id }) => id);
  return bad.length === 0
    ? passedCheck('journals', false, `${found.length} runs, all readable`)
    : failedCheck('journals', false, `unreadable runs: ${bad.join(', ')}`, `harness show ${bad[0]}`);
}

/** Lists settings for agents in the repository that have no effect here: hooks, servers, permissions, key helpers. */
export function ignored(root: string): Diagnosis {
  const places = allFacts.flatMap(({ repositorySettings = [] }) => repositorySettings);
  const found = places.filter((place) => existsSync(join(root, place)));
  const detail =
    found.length === 0
      ? 'the repository has no agent settings'
      : `ignored: ${found.join(', ')} (skills of the last commit reach agents as data)`;
  return passedCheck('agent.settings', false, detail);
}

/** `undefined` if the repository has no specs. Only issues need them. */
export function specs(root: string): Diagnosis | undefined {
  const read = readCheckoutSpecs(root);
  if (read === null) return undefined;
  const { subsystems, defects, warnings } = read;
  const texts = [...defects, ...warnings].map((one) => specProblemText(en, one));
  if (defects.length > 0) return failedCheck('subsystems', false, texts.join(' '), 'harness validate');
  const count = subsystems.length === 1 ? '1 subsystem spec' : `${subsystems.length} subsystem specs`;
  return passedCheck('subsystems', false, [`${count} in order`, ...texts].join('; '));
}

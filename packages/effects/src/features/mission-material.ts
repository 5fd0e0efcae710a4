/**
 * Saves the identities of the roles and the prompts that a person adds, when a mission starts. They stay in the folder
 * of the run, so that its prompts begin the same until it ends (M-24).
 */

import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readText } from '../checkout/file.ts';
import { nullIfMissing, tryOr } from '../file/file-system.ts';
import { replaceFile } from '../file/replace-file.ts';
import { ownRedactor } from '../secret/redactor.ts';
import { readIdentities } from './identity.ts';

const name = 'taken.json';

export interface MissionStart {
  readonly identityDir?: string;
  /** By role id: the text, or the path of a file in the repository (MO-03). */
  readonly prompts?: Readonly<Record<string, string>>;
}

interface Material {
  readonly identities: Readonly<Record<string, string>>;
  readonly prompts: Readonly<Record<string, string>>;
}

/** Saves once: a resumed run keeps the first material. */
export async function saveMissionMaterial(
  { repo, runFolder }: { readonly repo: string; readonly runFolder: string },
  { identityDir, prompts = {} }: MissionStart,
): Promise<void> {
  const path = join(runFolder, name);
  if ((await readFile(path).catch(nullIfMissing)) !== null) return;
  const texts = Object.entries(prompts).map(async ([role, value]) => [role, await textOf(repo, value)] as const);
  const material: Material = {
    identities: identityDir === undefined ? {} : await readIdentities(identityDir),
    prompts: Object.fromEntries(await Promise.all(texts)),
  };
  await replaceFile(path, ownRedactor().text(JSON.stringify(material, null, 2)), { durable: true, mode: 0o600 });
}

/** The text of a file, or `value` if it is not a file. */
const textOf = async (repo: string, value: string): Promise<string> =>
  (value.includes('\n') ? null : await readText(repo, value)) ?? value;

/** Empty texts if the run has saved none. `role` is an id, `mission.worker`. */
export function readMissionMaterial(
  runFolder: string,
  role: string,
): { readonly identity: string; readonly added: string } {
  const text = tryOr(() => readFileSync(join(runFolder, name), 'utf8'), null, 'ENOENT');
  if (text === null) return { identity: '', added: '' };
  const { identities, prompts } = JSON.parse(text) as Material;
  return { identity: identities[role.slice(role.indexOf('.') + 1)] ?? '', added: prompts[role]?.trim() ?? '' };
}

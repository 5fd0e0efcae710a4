/** The freeze file stops all work of a repository. People and other tools create it; the harness only reads it. */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { frozenGate, type Gate } from '@harness/engine/admission';
import { loadConfig } from '../settings/config.ts';

/** Its path in the current configuration, not in that of the run: the user who freezes does not know the latter. */
export async function freezeFilePath(root: string): Promise<string> {
  const { stateDir } = await loadConfig(root);
  return join(root, stateDir, 'FROZEN');
}

/** Any kind of file counts: also a folder or a broken link. */
export const isFrozen = (file: string): boolean => lstatSync(file, { throwIfNoEntry: false }) !== undefined;

export const createFreezeGate = (file: string): Gate => frozenGate(() => isFrozen(file));

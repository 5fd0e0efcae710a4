/** The sign that freezes all work here: a file that somebody outside put up. It is read, and never written or taken away. */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { frozenGate, type Gate } from '@harness/engine/admission';
import { loadConfig } from '../settings/config.ts';

/** Where it would be, by the configuration as it is now: whoever freezes does not know what was configured when a run began. */
export async function freezeFile(root: string): Promise<string> {
  const { stateDir } = await loadConfig(root, {}, process.env);
  return join(root, stateDir, 'FROZEN');
}

/** Whatever it is, a file, a folder or a link to nowhere: that it has the name is the sign. */
export const isFrozen = (file: string): boolean => lstatSync(file, { throwIfNoEntry: false }) !== undefined;

export const freezeFileOf = (file: string): Gate => frozenGate(() => isFrozen(file));

/** Describes a provider package that is not installed, and where to install it. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface MissingPackage {
  readonly ok: false;
  readonly missing: string;
  readonly root: string;
}

/** `from` is a file of the harness. */
export const missingPackage = (name: string, from: string): MissingPackage => ({
  ok: false,
  missing: name,
  root: rootOf(dirname(from)),
});

/** Finds the installation folder of the harness: the nearest one with a lock file. */
function rootOf(folder: string): string {
  if (existsSync(join(folder, 'package-lock.json')) || dirname(folder) === folder) return folder;
  return rootOf(dirname(folder));
}

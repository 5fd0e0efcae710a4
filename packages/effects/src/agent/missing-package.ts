/** A provider's package that is not on this machine, and where it would have to be installed. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface MissingPackage {
  readonly ok: false;
  readonly missing: string;
  readonly root: string;
}

/** `from` is a file of ours. */
export const missingPackage = (name: string, from: string): MissingPackage => ({
  ok: false,
  missing: name,
  root: rootOf(dirname(from)),
});

/** Where the product is installed: the nearest folder with a lock file. */
function rootOf(folder: string): string {
  if (existsSync(join(folder, 'package-lock.json')) || dirname(folder) === folder) return folder;
  return rootOf(dirname(folder));
}

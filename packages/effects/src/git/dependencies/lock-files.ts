/** Reads the lock files of a folder, and checks whether the packages of the user's checkout belong to them. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { installers } from '@harness/core/lane/dependencies';
import { isFolder } from '../../file/file-system.ts';
import { readRegularFile } from '../../file/regular-file.ts';
import { isWrittenByAgents } from '../../trust/exposed-times.ts';
import { isCurrent } from './checkout-dependencies.ts';
import type { LockFiles } from './install-dependencies.ts';

export async function readLocks(root: string, folder: string): Promise<LockFiles> {
  const rows = installers.filter((one) => one.folder === folder);
  const read = rows.map(async ({ lock }) => ({
    lock,
    text: await readRegularFile(join(root, lock), 'latin1'),
  }));
  const files = (await Promise.all(read)).flatMap(({ lock, text }) => (text === null ? [] : [{ lock, text }]));
  const hash = createHash('sha256').update(JSON.stringify([folder, files]));
  return { files, print: hash.digest('hex').slice(0, 16) };
}

/** True if the checkout has exactly the lane's lock files, and the user installed its packages from them. */
export async function isInCheckout(repo: string, folder: string, { print }: LockFiles): Promise<boolean> {
  if (!(await isFolder(join(repo, folder))) || (await isWrittenByAgents(repo, folder))) return false;
  return (await readLocks(repo, folder)).print === print && isCurrent(repo, folder, print);
}

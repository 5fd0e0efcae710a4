/**
 * Locks a name for one process at a time. The kernel frees the lock when the process ends, also after `kill -9`.
 *
 * A lock is a folder below `.harness/locks`, which no agent can see or write. On Linux a socket in it holds the lock.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { diskErrorCodes } from '@harness/core/failure/disk-errors';
import { Refusal } from '@harness/core/failure/refusal';
import { isAddressLocked, tryAddressLock } from './address-lock.ts';
import { refuseUnwritableSync } from './durable-file.ts';
import { isSocketLocked, type Lock, trySocketLock } from './socket-lock.ts';

const hasSockets = process.platform === 'linux';

/** Takes the lock; `undefined` if another process has it. */
export async function tryLock(folder: string): Promise<Lock | undefined> {
  if (!hasSockets || usesAddress(folder)) return tryAddressLock(folder);
  try {
    return await trySocketLock(folder);
  } catch (error) {
    return fallBack(folder, error as NodeJS.ErrnoException);
  }
}

export async function isLocked(folder: string): Promise<boolean> {
  return !hasSockets || usesAddress(folder) ? isAddressLocked(folder) : isSocketLocked(folder);
}

/** Errors of file systems that hold no sockets or no links, such as shared folders of virtual machines. */
const unsupported = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL', 'ENXIO']);

/** The mark makes every process use the address: some of them would see a socket lock and others would not. */
const markOf = (folder: string) => join(folder, 'address');
const usesAddress = (folder: string) => existsSync(markOf(folder));

async function fallBack(folder: string, error: NodeJS.ErrnoException): Promise<Lock | undefined> {
  const { code = '', message } = error;
  if (unsupported.has(code)) {
    refuseUnwritableSync(folder, () => writeFileSync(markOf(folder), ''));
    return tryAddressLock(folder);
  }
  if (!diskErrorCodes.has(code)) throw error;
  throw new Refusal('store.unwritable', { path: folder, detail: message });
}

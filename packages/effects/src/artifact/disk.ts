/** A disk that takes nothing more is said to be so, and the run stops with its journal as it was. */
import { Refusal } from '@harness/core/refusal';

/** What the system says when a place cannot be written: full, read-only, forbidden, in the way, broken. */
const unwritable = [
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EACCES',
  'EPERM',
  'ENOTDIR',
  'EEXIST',
  'EISDIR',
  'EIO',
  'EFBIG',
  'EMFILE',
  'ENFILE',
];

export async function onDisk<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (!unwritable.includes(code)) throw error;
    throw new Refusal('store.unwritable', { path, detail: message });
  }
}

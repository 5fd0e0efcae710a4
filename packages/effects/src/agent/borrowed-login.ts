/** Copies the login of the user for a program while a call needs it. A renewed login is copied back: the old one is invalid then. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { replaceFile } from '../file/replace-file.ts';

export interface BorrowedLogin {
  /** Copies a renewed login back. Removes the copy, unless another call still uses it. */
  giveBack(options?: { readonly isUsed: boolean }): Promise<void>;
}

export async function borrowLogin(file: string, copy: string): Promise<BorrowedLogin> {
  const lent = await readFile(file);
  await mkdir(dirname(copy), { recursive: true, mode: 0o700 });
  await writeFile(copy, lent, { mode: 0o600 });
  return {
    async giveBack({ isUsed } = { isUsed: false }) {
      const [now, theirs] = await Promise.all([readFile(copy).catch(absent), readFile(file).catch(absent)]);
      if (now && theirs?.equals(lent) && !now.equals(lent))
        await replaceFile(file, now, { durable: true, mode: 0o600, isShared: true });
      if (!isUsed) await rm(copy, { force: true });
    },
  };
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

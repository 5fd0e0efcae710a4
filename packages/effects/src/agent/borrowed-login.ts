/** Copies the user's login for a call. A renewed login is copied back, because renewal invalidates the old one. */

import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { valueIfCode } from '../file/file-system.ts';
import { replaceFile } from '../file/replace-file.ts';

export interface BorrowedLogin {
  /** Copies a renewed login back. Removes the copy, unless another call still uses it. */
  giveBack(options?: { readonly isUsed: boolean }): Promise<void>;
}

export async function borrowLogin(file: string, copy: string): Promise<BorrowedLogin> {
  const original = await readFile(file);
  await mkdir(dirname(copy), { recursive: true, mode: 0o700 });
  await writeFile(copy, original, { mode: 0o600 });
  return {
    async giveBack({ isUsed } = { isUsed: false }) {
      const [copied, current] = await Promise.all([
        readFile(copy).catch(ignoreMissing),
        readFile(file).catch(ignoreMissing),
      ]);
      if (copied && current?.equals(original) && !copied.equals(original))
        await replaceFile(file, copied, { durable: true, mode: 0o600, isShared: true });
      if (!isUsed) await rm(copy, { force: true });
    },
  };
}

const ignoreMissing = valueIfCode(undefined, 'ENOENT');

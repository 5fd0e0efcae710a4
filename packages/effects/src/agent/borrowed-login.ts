/** The person's own login, lent to a program while a call needs it. One that the program renewed is given back: the old one would be worth nothing to the person. */
import { chmod, copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface BorrowedLogin {
  /** What was lent is not there any more. */
  giveBack(): Promise<void>;
}

export async function borrowLogin(file: string, copy: string): Promise<BorrowedLogin> {
  const lent = await readFile(file);
  await mkdir(dirname(copy), { recursive: true, mode: 0o700 });
  await writeFile(copy, lent, { mode: 0o600 });
  return {
    async giveBack() {
      const [now, theirs] = await Promise.all([readFile(copy).catch(absent), readFile(file).catch(absent)]);
      if (now && theirs?.equals(lent) && !now.equals(lent)) {
        const coming = `${file}.${process.pid}.coming`;
        await copyFile(copy, coming);
        await chmod(coming, 0o600);
        await rename(coming, file);
      }
      await rm(copy, { force: true });
    },
  };
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

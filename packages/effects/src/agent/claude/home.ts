/**
 * The home that the program sees: a folder of the run, with the person's login in it when there is no key, and nothing else.
 *
 *   H1. A login is there only while a call needs it.
 *   H2. A login that the program renewed is given back: the old one would be worth nothing to the person.
 */
import { randomUUID } from 'node:crypto';
import { chmod, copyFile, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ownRedactor } from '../../secret/redactor.ts';
import { privateFolder, redactFolder } from '../private-folder.ts';
import type { Credential } from './credential.ts';

export interface ClaudeHome {
  readonly home: string;
  readonly temporary: string;
  leave(): Promise<void>;
}

/** Calls of one run share a home: the login goes with the last of them. */
const guests = new Map<string, number>();

export async function openClaudeHome(runFolder: string, credential: Credential): Promise<ClaudeHome> {
  const home = await privateFolder(runFolder, 'claude', 'home');
  const temporary = await privateFolder(runFolder, 'claude', `tmp-${randomUUID().slice(0, 8)}`);
  guests.set(home, (guests.get(home) ?? 0) + 1);
  if (guests.get(home) === 1) await redactFolder(home, ownRedactor()); // a call that was cut off could not
  const login = credential.is === 'login' ? await lend(credential.file, home) : undefined;
  return {
    home,
    temporary,
    async leave() {
      const left = (guests.get(home) ?? 1) - 1;
      guests.set(home, left);
      await rm(temporary, { recursive: true, force: true });
      await login?.giveBack(left === 0);
      if (left === 0) await redactFolder(home, ownRedactor()); // a file that another call still writes is not written by us
    },
  };
}

/** The folder in which the program looks for its login. */
async function lend(file: string, home: string) {
  const copy = join(home, '.claude', '.credentials.json');
  await mkdir(join(home, '.claude'), { recursive: true, mode: 0o700 });
  const lent = await readFile(file);
  await copyFile(file, copy);
  await chmod(copy, 0o600);
  return {
    async giveBack(isLast: boolean): Promise<void> {
      const [now, theirs] = await Promise.all([readFile(copy).catch(absent), readFile(file).catch(absent)]);
      if (now && theirs?.equals(lent) && !now.equals(lent)) {
        const coming = `${file}.${process.pid}.coming`;
        await copyFile(copy, coming);
        await chmod(coming, 0o600);
        await rename(coming, file);
      }
      if (isLast) await rm(copy, { force: true });
    },
  };
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/**
 * Creates the home folder that the program sees: a folder of the run, with the login of the user if there is no key.
 *
 *   H1. A login is there only while a call needs it.
 *   H2. A login that the program renewed is copied back, because the old one is invalid then.
 */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ownRedactor } from '../../secret/redactor.ts';
import { borrowLogin } from '../borrowed-login.ts';
import { privateFolder, redactFolder } from '../private-folder.ts';
import type { Credential } from './credential.ts';

export interface ClaudeHome {
  readonly home: string;
  readonly temporary: string;
  leave(): Promise<void>;
}

/** Calls of one run share a home: the login goes with the last of them. */
const guests = new Map<string, number>();

/** The path at which the program looks for its login. */
const copyIn = (home: string) => join(home, '.claude', '.credentials.json');

export async function openClaudeHome(runFolder: string, credential: Credential): Promise<ClaudeHome> {
  const home = await privateFolder(runFolder, 'claude', 'home');
  const temporary = await privateFolder(runFolder, 'claude', `tmp-${randomUUID().slice(0, 8)}`);
  guests.set(home, (guests.get(home) ?? 0) + 1);
  if (guests.get(home) === 1) await redactFolder(home, ownRedactor()); // a call that was cut off could not
  const login = credential.is === 'login' ? await borrowLogin(credential.file, copyIn(home)) : undefined;
  return {
    home,
    temporary,
    async leave() {
      const left = (guests.get(home) ?? 1) - 1;
      guests.set(home, left);
      await rm(temporary, { recursive: true, force: true });
      await login?.giveBack({ isUsed: left > 0 });
      if (left === 0) await redactFolder(home, ownRedactor()); // a file that another call still writes is not written by us
    },
  };
}

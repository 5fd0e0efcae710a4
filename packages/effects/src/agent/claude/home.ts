/**
 * Creates the program's home: a folder of the run, with the user's login if there is no key.
 *
 *   H1. A login is present only during a call.
 *   H2. A renewed login is copied back, because renewal invalidates the old one.
 */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ownRedactor } from '../../secret/redactor.ts';
import { borrowLogin } from '../borrowed-login.ts';
import { privateFolder, redactFolder } from '../private-folder.ts';
import type { ClaudeCredential } from './credential.ts';

export interface ClaudeHome {
  readonly home: string;
  readonly temporary: string;
  leave(): Promise<void>;
}

/** Open calls per home: calls of one run share a home, and the last one removes the login. */
const openCalls = new Map<string, number>();

/** The path where the program looks for its login. */
const loginCopyIn = (home: string) => join(home, '.claude', '.credentials.json');

export async function openClaudeHome(runFolder: string, credential: ClaudeCredential): Promise<ClaudeHome> {
  const home = await privateFolder(runFolder, 'claude', 'home');
  const temporary = await privateFolder(runFolder, 'claude', `tmp-${randomUUID().slice(0, 8)}`);
  openCalls.set(home, (openCalls.get(home) ?? 0) + 1);
  if (openCalls.get(home) === 1) await redactFolder(home, ownRedactor()); // an interrupted call could not redact
  const login = credential.is === 'login' ? await borrowLogin(credential.file, loginCopyIn(home)) : undefined;
  return {
    home,
    temporary,
    async leave() {
      const left = (openCalls.get(home) ?? 1) - 1;
      openCalls.set(home, left);
      await rm(temporary, { recursive: true, force: true });
      await login?.giveBack({ isUsed: left > 0 });
      if (left === 0) await redactFolder(home, ownRedactor()); // the last call: no other one still writes files
    },
  };
}

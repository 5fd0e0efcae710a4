/**
 * Creates the agent's home: a folder of the run per session, with the user's login if there is no key, and nothing else
 * of the user.
 *
 *   H1. The session's name is the name of its home, so that a later call can resume it.
 *   H2. A login is present only during a call.
 *   H3. After a call no secret is left in it, and its temporary folder is removed.
 */

import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { valueIfCode } from '../../file/file-system.ts';
import { redactorFor } from '../../secret/redactor.ts';
import { borrowLogin } from '../borrowed-login.ts';
import { privateFolder, redactFolder } from '../private-folder.ts';
import { type AcpCredential, homeIn } from './credential.ts';

export interface AcpHome {
  readonly home: string;
  readonly temporary: string;
  put(files: Readonly<Record<string, string>>): Promise<void>;
  /** Returns `undefined` if the session never started. */
  memory(): Promise<AcpSessionMemory | undefined>;
  remember(memory: AcpSessionMemory): Promise<void>;
  leave(): Promise<void>;
}

/** Data that one call of a session leaves for the next. */
export interface AcpSessionMemory {
  /** The agent's id of the session. */
  readonly session: string;
  /** The part of the session's cost that was already reported: some agents count from the start of the session. */
  readonly costUsd: number;
}

export async function openAcpHome(
  runFolder: string,
  session: string,
  credential: AcpCredential,
  environment: NodeJS.ProcessEnv,
): Promise<AcpHome> {
  const home = await privateFolder(runFolder, 'acp', session);
  const temporary = await privateFolder(runFolder, 'acp', `${session}.tmp`);
  const memory = `${home}.json`;
  const files = credential.is === 'login' ? credential.files : [];
  const borrowedLogins = await Promise.all(
    files.map((file) => borrowLogin(join(homeIn(environment), file), join(home, file))),
  );
  return {
    home,
    temporary,
    async put(newFiles) {
      for (const [path, text] of Object.entries(newFiles)) {
        await mkdir(dirname(join(home, path)), { recursive: true, mode: 0o700 });
        await writeFile(join(home, path), text, { mode: 0o600 });
      }
    },
    memory: async () =>
      JSON.parse((await readFile(memory, 'utf8').catch(valueIfCode(undefined, 'ENOENT'))) ?? 'null') ?? undefined,
    remember: (next) => writeFile(memory, JSON.stringify(next), { mode: 0o600 }),
    async leave() {
      for (const login of borrowedLogins) await login.giveBack();
      await rm(temporary, { recursive: true, force: true });
      await redactFolder(home, redactorFor({ ...process.env, ...environment }));
    },
  };
}

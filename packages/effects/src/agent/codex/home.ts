/**
 * Creates the program's home: a folder of the run per session, with the user's login if there is no key, and nothing
 * else of the user.
 *
 *   H1. The session's name is the name of its folder, so that a later call can resume it.
 *   H2. A login is present only during a call. A renewed login is copied back, because renewal invalidates the old one.
 *   H3. After a call only the session's transcript is left, without secrets.
 */

import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Usage } from '@harness/core/budget/usage';
import { valueIfCode } from '../../file/file-system.ts';
import { redactorFor } from '../../secret/redactor.ts';
import { borrowLogin } from '../borrowed-login.ts';
import { privateFolder, redactFolder } from '../private-folder.ts';
import type { CodexCredential } from './credential.ts';

export interface CodexHome {
  /** `CODEX_HOME`: settings, sessions and the program's other files. */
  readonly codex: string;
  /** `HOME` and `TMPDIR` of the program and its commands; removed after the call. */
  readonly home: string;
  readonly temporary: string;
  /** For files that only this call needs. */
  readonly call: string;
  /** Returns `undefined` if the session never started. */
  memory(): Promise<CodexSessionMemory | undefined>;
  remember(memory: CodexSessionMemory): Promise<void>;
  leave(): Promise<void>;
}

/** Data that one call of a session leaves for the next. */
export interface CodexSessionMemory {
  /** The program's id of the session. */
  readonly thread: string;
  /** The part of the session's usage that was already reported: the program counts from the start of the session. */
  readonly counted: Usage;
}

const memoryFile = 'memory.json';
const kept = ['sessions', memoryFile];

export async function openCodexHome(
  runFolder: string,
  session: string,
  credential: CodexCredential,
  environment: NodeJS.ProcessEnv,
): Promise<CodexHome> {
  const codex = await privateFolder(runFolder, 'codex', session);
  await rm(`${codex}.call`, { recursive: true, force: true }); // left by a call whose harness died
  const call = await privateFolder(runFolder, 'codex', `${session}.call`);
  const [home, temporary] = [join(call, 'home'), join(call, 'tmp')];
  for (const folder of [home, temporary]) await mkdir(folder, { recursive: true, mode: 0o700 });
  const login = credential.is === 'login' ? await borrowLogin(credential.file, join(codex, 'auth.json')) : undefined;
  return {
    codex,
    home,
    temporary,
    call,
    async memory() {
      const text = await readFile(join(codex, memoryFile), 'utf8').catch(valueIfCode(undefined, 'ENOENT'));
      return text === undefined ? undefined : (JSON.parse(text) as CodexSessionMemory);
    },
    remember: (memory) => writeFile(join(codex, memoryFile), JSON.stringify(memory), { mode: 0o600 }),
    async leave() {
      await login?.giveBack();
      await rm(call, { recursive: true, force: true });
      // Databases are indexes that the program rebuilds; redacting text in them would break them.
      const rest = (await readdir(codex)).filter((name) => !kept.includes(name));
      await Promise.all(rest.map((name) => rm(join(codex, name), { recursive: true, force: true })));
      await redactFolder(codex, redactorFor({ ...process.env, ...environment }));
    },
  };
}

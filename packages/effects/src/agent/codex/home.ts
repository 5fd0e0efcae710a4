/**
 * The home that the program sees: a folder of the run for each session, with the person's login in it when there is no
 * key, and nothing else of theirs.
 *
 *   H1. A session and its folder belong together: who knows the name of the one can go on in the other.
 *   H2. A login is there only while a call needs it. One that the program renewed is given back: the old one would be
 *       worth nothing to the person.
 *   H3. When a call is over, only what the session said is left, without secrets.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Usage } from '@harness/core/budget/usage';
import { redactorFor } from '../../secret/redactor.ts';
import { borrowLogin } from '../borrowed-login.ts';
import { privateFolder, redactFolder } from '../private-folder.ts';
import type { Credential } from './credential.ts';

export interface CodexHome {
  /** `CODEX_HOME`: settings, sessions, and whatever the program keeps of itself. */
  readonly codex: string;
  /** `HOME` and `TMPDIR` of the program and its commands; gone after the call. */
  readonly home: string;
  readonly temporary: string;
  /** For what is there only during this call. */
  readonly call: string;
  /** Nothing when it never began. */
  memory(): Promise<CodexSessionMemory | undefined>;
  remember(memory: CodexSessionMemory): Promise<void>;
  leave(): Promise<void>;
}

/** Short, because programs put sockets below it, and the name of a socket may not be long. */
export const newSession = (): string => randomUUID().slice(0, 8);
/** What another provider called a session, or anybody else, is none of ours. */
export const isSession = (name: string): boolean => /^[0-9a-f]{8}$/.test(name);

/** What one call of a session leaves to the next. */
export interface CodexSessionMemory {
  /** The program's own name for the session. */
  readonly thread: string;
  /** What of the session's total was told already: the program adds up from its beginning. */
  readonly counted: Usage;
}

const memoryFile = 'memory.json';
const kept = ['sessions', memoryFile];

export async function openCodexHome(
  runFolder: string,
  session: string,
  credential: Credential,
  environment: NodeJS.ProcessEnv,
): Promise<CodexHome> {
  const codex = await privateFolder(runFolder, 'codex', session);
  await rm(`${codex}.call`, { recursive: true, force: true }); // of a call whose harness died
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
      const text = await readFile(join(codex, memoryFile), 'utf8').catch(absent);
      return text === undefined ? undefined : (JSON.parse(text) as CodexSessionMemory);
    },
    remember: (memory) => writeFile(join(codex, memoryFile), JSON.stringify(memory), { mode: 0o600 }),
    async leave() {
      await login?.giveBack();
      await rm(call, { recursive: true, force: true });
      // Its data bases are indexes that it makes anew; a text in them cannot be redacted without breaking them.
      const rest = (await readdir(codex)).filter((name) => !kept.includes(name));
      await Promise.all(rest.map((name) => rm(join(codex, name), { recursive: true, force: true })));
      await redactFolder(codex, redactorFor({ ...process.env, ...environment }));
    },
  };
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

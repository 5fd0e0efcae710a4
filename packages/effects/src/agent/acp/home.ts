/**
 * The home that an agent sees: a folder of the run for each session, with the person's login in it when there is no key,
 * and nothing else of theirs.
 *
 *   H1. A session and its home belong together: who knows the name of the one can go on in the other.
 *   H2. A login is there only while a call needs it.
 *   H3. When a call is over no secret is left in it, and nothing of its temporary folder.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { redactorFor } from '../../secret/redactor.ts';
import { borrowLogin } from '../borrowed-login.ts';
import { privateFolder, redactFolder } from '../private-folder.ts';
import { type Credential, homeIn } from './credential.ts';

export interface AcpHome {
  readonly home: string;
  readonly temporary: string;
  put(files: Readonly<Record<string, string>>): Promise<void>;
  /** Nothing when it never began. */
  memory(): Promise<AcpSessionMemory | undefined>;
  remember(memory: AcpSessionMemory): Promise<void>;
  leave(): Promise<void>;
}

/** What one call of a session leaves to the next. */
export interface AcpSessionMemory {
  /** The agent's own name for the session. */
  readonly session: string;
  /** What of the session's cost was told already: some agents add up from its beginning. */
  readonly costUsd: number;
}

/** Short, because programs put sockets below it, and the name of a socket may not be long. */
export const newSession = (): string => randomUUID().slice(0, 8);
/** What another provider called a session, or anybody else, is none of ours. */
export const isSession = (name: string): boolean => /^[0-9a-f]{8}$/.test(name);

export async function openAcpHome(
  runFolder: string,
  session: string,
  credential: Credential,
  environment: NodeJS.ProcessEnv,
): Promise<AcpHome> {
  const home = await privateFolder(runFolder, 'acp', session);
  const temporary = await privateFolder(runFolder, 'acp', `${session}.tmp`);
  const memory = `${home}.json`;
  const files = credential.is === 'login' ? credential.files : [];
  const loans = await Promise.all(files.map((file) => borrowLogin(join(homeIn(environment), file), join(home, file))));
  return {
    home,
    temporary,
    async put(told) {
      for (const [path, text] of Object.entries(told)) {
        await mkdir(dirname(join(home, path)), { recursive: true, mode: 0o700 });
        await writeFile(join(home, path), text, { mode: 0o600 });
      }
    },
    memory: async () => JSON.parse((await readFile(memory, 'utf8').catch(absent)) ?? 'null') ?? undefined,
    remember: (told) => writeFile(memory, JSON.stringify(told), { mode: 0o600 }),
    async leave() {
      for (const loan of loans) await loan.giveBack();
      await rm(temporary, { recursive: true, force: true });
      await redactFolder(home, redactorFor({ ...process.env, ...environment }));
    },
  };
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

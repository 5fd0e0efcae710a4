/** Creates the command that starts the browser: in a box a script, because Playwright accepts only one program. */
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sandbox } from '../sandbox/sandbox.ts';

export interface LaunchCommand {
  readonly program: string;
  /** True in a box; the browser's own sandbox cannot start inside one. */
  readonly isBoxed: boolean;
  clear(): Promise<void>;
}

export interface BrowserPlace {
  /** Absolute folder of the run; the browser's own folder is created in it and removed at the end. */
  readonly runFolder: string;
  /** `undefined` if it runs without a sandbox. */
  readonly sandbox?: Pick<Sandbox, 'forBrowser'> | undefined;
}

export async function launchCommandFor(program: string, { runFolder, sandbox }: BrowserPlace): Promise<LaunchCommand> {
  if (!sandbox) return { program, isBoxed: false, clear: async () => {} };
  const folder = join(runFolder, 'browser');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const boxed = sandbox.forBrowser({ folder }).around({ program, args: [] });
  const line = [boxed.program, ...boxed.args].map(quote).join(' ');
  const start = join(folder, 'start');
  await writeFile(start, `#!/bin/sh\nexec ${line} "$@"\n`);
  await chmod(start, 0o700);
  return { program: start, isBoxed: true, clear: () => rm(folder, { recursive: true, force: true }) };
}

const quote = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;

/**
 * What is started as the browser: its program, or a line that starts it in a box. Whoever launches a browser wants one
 * program that takes its arguments, so that the line is a file.
 */
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sandbox } from '../sandbox/sandbox.ts';

export interface LaunchCommand {
  readonly program: string;
  /** The box keeps it; its own sandbox would want powers that nobody has inside. */
  readonly isBoxed: boolean;
  clear(): Promise<void>;
}

interface Place {
  readonly runFolder: string;
  readonly sandbox?: Pick<Sandbox, 'forBrowser'> | undefined;
}

export async function launchCommandFor(program: string, { runFolder, sandbox }: Place): Promise<LaunchCommand> {
  if (!sandbox) return { program, isBoxed: false, clear: async () => {} };
  const folder = join(runFolder, 'browser');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const inside = sandbox.forBrowser({ folder }).around({ program, args: [] });
  const line = [inside.program, ...inside.args].map(quoted).join(' ');
  const start = join(folder, 'start');
  await writeFile(start, `#!/bin/sh\nexec ${line} "$@"\n`);
  await chmod(start, 0o700);
  return { program: start, isBoxed: true, clear: () => rm(folder, { recursive: true, force: true }) };
}

const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;

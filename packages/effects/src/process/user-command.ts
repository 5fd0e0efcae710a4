/**
 * Calls a command of the user with words that are not theirs: each is an argument, so nothing in them is read by a shell.
 *
 *   T1. It gets what a check gets of our environment, and no key.
 *   T2. After its time it is ended with all that it started. Whether it did what it should is told, and never thrown.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ownRedactor } from '../secret/redactor.ts';
import { childEnvironment } from './environment.ts';
import { killGroup } from './process-identity.ts';

export interface UserCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly timeoutMs: number;
}

/** Nothing when it went well, else why not. */
export async function runUserCommand({ command, args, cwd, timeoutMs }: UserCommand): Promise<string | undefined> {
  const child = spawn('/bin/sh', ['-c', `${command} "$@"`, 'harness', ...args], {
    cwd,
    env: childEnvironment(process.env, {}),
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-500)));
  try {
    await once(child, 'spawn');
  } catch (error) {
    return (error as Error).message;
  }
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    killGroup(child.pid as number);
  }, timeoutMs);
  const [exitCode, signal] = (await once(child, 'exit')) as [number | null, string | null];
  clearTimeout(timer);
  child.stderr.destroy(); // somebody that it left behind may hold it
  if (isLate) return `it took longer than ${timeoutMs} ms`;
  const last = ownRedactor().text(said.trim().split('\n').at(-1) ?? '');
  return exitCode === 0 ? undefined : [`exit ${exitCode ?? signal}`, ...(last === '' ? [] : [last])].join(', ');
}

/**
 * Runs a command of the user with untrusted arguments; no shell interprets them.
 *
 *   T1. Its environment is that of a check, without keys, and PATH has no folder of the repository.
 *   T2. After its timeout it is ended with all child processes. A failure is returned, never thrown.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ownRedactor } from '../secret/redactor.ts';
import { childEnvironment } from './environment.ts';
import { killGroup } from './process-identity.ts';
import { trustedPath } from './trusted-path.ts';

export interface UserCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly timeoutMs: number;
}

/** Returns `undefined` on success, otherwise the reason. */
export async function runUserCommand({ command, args, cwd, timeoutMs }: UserCommand): Promise<string | undefined> {
  const child = spawn('/bin/sh', ['-c', `${command} "$@"`, 'harness', ...args], {
    cwd,
    env: { ...childEnvironment(process.env, {}), PATH: trustedPath(cwd) },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr = `${stderr}${chunk.toString()}`.slice(-500)));
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
  child.stderr.destroy(); // a remaining child process may hold it open
  if (isLate) return `it took longer than ${timeoutMs} ms`;
  const last = ownRedactor().text(stderr.trim().split('\n').at(-1) ?? '');
  return exitCode === 0 ? undefined : [`exit ${exitCode ?? signal}`, ...(last === '' ? [] : [last])].join(', ');
}

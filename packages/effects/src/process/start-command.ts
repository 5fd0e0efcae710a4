/**
 * Starts a shell command in its own process group, and holds it at a gate until its process is in the journal.
 *
 *   S1. The command does not run before `go`. If the harness dies first, the gate closes and the shell exits. The gate
 *       runs inside the box and reports when it is ready: from then on the box ends with the harness.
 *   S2. `kill` ends the whole group and all processes with the effect's mark, not only the shell.
 *   S3. `done` settles when the shell has ended, even if another process keeps its output open.
 */

import { type ChildProcess as Child, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import type { ChildProcess } from '@harness/core/journal/journal';
import { valueIfCode } from '../file/file-system.ts';
import type { Box, BoxedCommand } from '../sandbox/box.ts';
import type { Redactor } from '../secret/redactor.ts';
import { effectVariable, endOrphans } from './orphans.ts';
import { keepOutput, type ProcessOutput } from './output.ts';
import { openPipe } from './pipe.ts';
import { killGroup, startTimeOf } from './process-identity.ts';

export interface ProcessCommand {
  readonly command: string;
  readonly cwd: string;
  /** `undefined` if it runs without a sandbox. */
  readonly box?: Box | undefined;
  /** Contains the mark of the effect (see orphans). */
  readonly env: NodeJS.ProcessEnv;
  /** Kills the command on abort. */
  readonly signal?: AbortSignal;
  readonly logPath?: string;
  readonly maxTailBytes?: number;
  /** Redacts the output; default: the secrets of this process. */
  readonly redactor?: Redactor;
}

export interface ProcessExit {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly tail: string;
}

export interface StartedProcess extends ChildProcess {
  go(): void;
  /** Does nothing after the shell has ended. */
  kill(): void;
  readonly done: Promise<ProcessExit>;
}

/** The system could not start it: missing folder, too many processes, command too long. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

// The command is an argument, not part of this text, so it cannot open the gate.
const gate = 'echo here >&3; read -r go <&3 && exec 3<&- && exec /bin/sh -c "$1"';

export async function startProcess(command: ProcessCommand): Promise<StartedProcess> {
  const { child, output } = await spawnGated(command);
  const pid = child.pid as number; // set, because it was spawned
  const startedAt = startTimeOf(pid) ?? ''; // empty only if another process has ended it already
  const gatePipe = child.stdio[3] as Duplex;
  gatePipe.on('error', ignoreClosed);
  const atGate = once(gatePipe, 'data').then(() => true, ignoreClosed); // it may be killed before it reaches the gate

  let cleanup: Promise<unknown> = Promise.resolve();
  const kill = () => {
    if (child.exitCode !== null || child.signalCode !== null) return; // the pid may belong to another process now
    killGroup(pid);
    cleanup = endOrphans(command.env[effectVariable] ?? '', []);
  };
  const waitForEnd = async () => {
    try {
      return await waitForExit(child, output);
    } catch (error) {
      kill(); // its output cannot be stored, and it would wait for a reader forever
      throw error;
    } finally {
      command.signal?.removeEventListener('abort', kill);
      await cleanup;
    }
  };
  const done = waitForEnd();
  done.catch(() => undefined); // prevents an unhandled rejection: the caller may await `done` later
  command.signal?.addEventListener('abort', kill);
  if (command.signal?.aborted) kill();
  return { pid, startedAt, go: () => void atGate.then((isThere) => isThere && gatePipe.end('go\n')), kill, done };
}

/** Like `startProcess`, but returns a `StartError`. */
export const tryToStart = (command: ProcessCommand): Promise<StartedProcess | StartError> =>
  startProcess(command).catch((error: unknown) => {
    if (error instanceof StartError) return error;
    throw error;
  });

async function waitForExit(child: Child, output: ProcessOutput): Promise<ProcessExit> {
  const exited = new Promise<Omit<ProcessExit, 'tail'>>((resolve) => {
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal }));
  });
  const exit = await Promise.race([exited, output.read.then(() => exited)]); // reports a full disk at once
  await output.finish();
  return { ...exit, tail: output.tail() };
}

async function spawnGated({ command, cwd, env, box, logPath, maxTailBytes = 4_096, redactor }: ProcessCommand) {
  const pipe = await openPipe();
  const output = await keepOutput(pipe.source, { logPath, maxTailBytes, redactor }).catch((error: unknown) => {
    pipe.close();
    throw error;
  });
  const shell = { program: '/bin/sh', args: ['-c', gate, 'harness', command] };
  const child = await spawnDetached(box?.around(shell) ?? shell, {
    cwd,
    env: box ? { ...env, TMPDIR: '/tmp' } : env,
    stdio: ['ignore', pipe.entrance, pipe.entrance, 'pipe'],
  })
    .finally(pipe.closeEntrance)
    .catch(async (error: Error) => {
      await output.finish();
      throw new StartError(error.message, { cause: error });
    });
  return { child, output };
}

async function spawnDetached({ program, args }: BoxedCommand, options: SpawnOptions): Promise<Child> {
  const child = spawn(program, args, { ...options, detached: true });
  await once(child, 'spawn');
  return child;
}

/** The shell was killed before it passed the gate; `done` reports it. */
const ignoreClosed = valueIfCode(false, 'EPIPE', 'ECONNRESET');

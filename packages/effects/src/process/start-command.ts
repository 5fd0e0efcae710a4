/**
 * Starts a shell command in a process group of its own, and holds it at a gate until its name is in the journal.
 *
 *   S1. Nothing of the command happens before `go`. When the harness dies first, the gate closes and the shell leaves.
 *       The gate is the first thing in the box, and whoever stands at it says so: by then the box dies with the harness.
 *   S2. `kill` ends the whole group and all that carries the effect's mark, not only the shell.
 *   S3. `done` settles when the shell has ended, whoever else still holds its output.
 */
import { type ChildProcess as Child, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import type { ChildProcess } from '@harness/core/journal/journal';
import type { Box, BoxedCommand } from '../sandbox/box.ts';
import type { Redactor } from '../secret/redactor.ts';
import { effectVariable, endOrphans } from './orphans.ts';
import { keepOutput, type Output } from './output.ts';
import { openPipe } from './pipe.ts';
import { killGroup, startTimeOf } from './process-identity.ts';

export interface Command {
  readonly command: string;
  readonly cwd: string;
  /** What it runs in; nothing where there is no sandbox. */
  readonly box?: Box | undefined;
  /** Carries the mark of the effect (see orphans). */
  readonly env: NodeJS.ProcessEnv;
  /** Kills the command when it is aborted. */
  readonly signal?: AbortSignal;
  readonly logPath?: string;
  readonly maxTailBytes?: number;
  /** What is taken out of its output; else what this process was handed. */
  readonly redactor?: Redactor;
}

export interface ProcessExit {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly tail: string;
}

export interface StartedProcess extends ChildProcess {
  go(): void;
  /** Does nothing once the shell has ended. */
  kill(): void;
  readonly done: Promise<ProcessExit>;
}

/** The system would not start it: no such folder, no more processes, a command that is too long. */
export class StartError extends Error {
  override readonly name = 'Unstartable';
}

// The command is an argument, not a part of this text: whatever is in it, it cannot open the gate.
const gate = 'echo here >&3; read -r go <&3 && exec 3<&- && exec /bin/sh -c "$1"';

export async function startProcess(command: Command): Promise<StartedProcess> {
  const { child, output } = await spawnGated(command);
  const pid = child.pid as number; // it was spawned
  const startedAt = startTimeOf(pid) ?? ''; // only a stranger can have ended it by now, and then there is nothing to find
  const door = child.stdio[3] as Duplex;
  door.on('error', onlyClosed);
  const atGate = once(door, 'data').then(() => true, onlyClosed); // it may be killed on its way there

  let swept: Promise<unknown> = Promise.resolve();
  const kill = () => {
    if (child.exitCode !== null || child.signalCode !== null) return; // the pid may be another's by now
    killGroup(pid);
    swept = endOrphans(command.env[effectVariable] ?? '', []);
  };
  const finish = async () => {
    try {
      return await ended(child, output);
    } catch (error) {
      kill(); // its output cannot be kept, and it would wait for a reader for ever
      throw error;
    } finally {
      command.signal?.removeEventListener('abort', kill);
      await swept;
    }
  };
  const done = finish();
  done.catch(() => undefined); // the caller may look only later: whoever awaits it still sees the error
  command.signal?.addEventListener('abort', kill);
  if (command.signal?.aborted) kill();
  return { pid, startedAt, go: () => void atGate.then((isThere) => isThere && door.end('go\n')), kill, done };
}

async function ended(child: Child, output: Output): Promise<ProcessExit> {
  const exited = new Promise<Omit<ProcessExit, 'tail'>>((resolve) => {
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal }));
  });
  const exit = await Promise.race([exited, output.read.then(() => exited)]); // a disk that is full is seen at once
  await output.finish();
  return { ...exit, tail: output.tail() };
}

async function spawnGated({ command, cwd, env, box, logPath, maxTailBytes = 4_096, redactor }: Command) {
  const pipe = await openPipe();
  const output = await keepOutput(pipe.source, { logPath, maxTailBytes, redactor }).catch((error: unknown) => {
    pipe.close();
    throw error;
  });
  const shell = { program: '/bin/sh', args: ['-c', gate, 'harness', command] };
  const child = await spawned(box?.around(shell) ?? shell, {
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

async function spawned({ program, args }: BoxedCommand, options: SpawnOptions): Promise<Child> {
  const child = spawn(program, args, { ...options, detached: true });
  await once(child, 'spawn');
  return child;
}

/** The shell was killed before it went through the gate: `done` tells. */
function onlyClosed(error: NodeJS.ErrnoException): false {
  if (error.code !== 'EPIPE' && error.code !== 'ECONNRESET') throw error;
  return false;
}

/**
 * Starts the agent's process, which communicates over stdin and stdout; its stderr is used only for failures.
 *
 *   X1. It ends with the call, with all child processes, also those in another group: it may exit, then gets SIGTERM,
 *       then is killed.
 *   X2. Its exit and the end of its stderr are kept.
 */

import { type ChildProcess as Child, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { ReadableStream as WebReadable } from 'node:stream/web';
import type { ChildProcess } from '@harness/core/journal/journal';
import { tailBytes } from '../../excerpt.ts';
import { effectVariable, endOrphans } from '../../process/orphans.ts';
import { sendSignal, startTimeOf } from '../../process/process-identity.ts';
import { withTimeout } from '../../process/with-timeout.ts';
import type { BoxedCommand } from '../../sandbox/box.ts';

/** Time to exit after its input closes, and after SIGTERM. */
const exitMs = 200;
const terminateMs = 500;
const maxStderrBytes = 2_000;

export interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

export interface AgentProcess {
  readonly identity: ChildProcess;
  readonly input: WritableStream<Uint8Array>;
  readonly output: WebReadable<Uint8Array>;
  /** Resolves when it has ended, even if another process keeps its output open. */
  readonly exited: Promise<Exit>;
  exit(): Exit | undefined;
  stderr(): string;
  /** May be called several times. */
  end(): Promise<void>;
}

/** Throws if the process cannot be started. */
export async function startAgent(
  { program, args }: BoxedCommand,
  { cwd, env }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<AgentProcess> {
  const child = spawn(program, args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'], detached: true });
  let exit: Exit | undefined;
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => {
      exit = { code, signal };
      resolve(exit);
    });
  });
  await once(child, 'spawn');
  const pid = child.pid as number; // set, because it was spawned
  const identity = { pid, startedAt: startTimeOf(pid) ?? '' };
  let stderr: Buffer = Buffer.alloc(0);
  child.stderr.on('data', (chunk: Buffer) => {
    stderr = Buffer.concat([stderr, chunk]).subarray(-maxStderrBytes);
  });
  let ending: Promise<void> | undefined;
  return {
    identity,
    exited,
    input: inputOf(child),
    output: Readable.toWeb(child.stdout) as WebReadable<Uint8Array>,
    exit: () => exit,
    stderr: () => tailBytes(stderr, maxStderrBytes),
    end() {
      ending ??= endProcess(child, identity, exited, env[effectVariable] ?? '');
      return ending;
    },
  };
}

async function endProcess(child: Child, identity: ChildProcess, exited: Promise<Exit>, mark: string): Promise<void> {
  child.stdin?.end();
  if (!(await withTimeout(exited, exitMs)).came) {
    if (!sendSignal(-identity.pid, 'SIGTERM')) sendSignal(identity.pid, 'SIGTERM');
    await withTimeout(exited, terminateMs);
  }
  await endOrphans(mark, [identity]);
  child.stdout?.destroy();
  child.stderr?.destroy();
}

/** Ignores write errors: the exit of the process explains them. */
function inputOf({ stdin }: Child): WritableStream<Uint8Array> {
  stdin?.on('error', () => undefined);
  return new WritableStream({
    write: (chunk) =>
      new Promise((resolve, reject) => {
        stdin?.write(chunk, (error) => (error ? reject(error) : resolve()));
      }),
  });
}

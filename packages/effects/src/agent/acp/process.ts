/**
 * The agent's process: it is spoken to on its input and output, and says aside what nobody reads unless it fails.
 *
 *   X1. It ends with the call, and all that it started, also what left its group: first it may leave, then it is told to,
 *       then it is killed.
 *   X2. How it ended is known, and its last words are kept.
 */
import { type ChildProcess as Child, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { ReadableStream as WebReadable } from 'node:stream/web';
import { setTimeout as delay } from 'node:timers/promises';
import type { ChildProcess } from '@harness/core/journal/journal';
import { tailBytes } from '../../excerpt.ts';
import { effectVariable, endOrphans } from '../../process/orphans.ts';
import { sendSignal, startTimeOf } from '../../process/process-identity.ts';
import type { BoxedCommand } from '../../sandbox/box.ts';

/** How long it may take to leave by itself once nobody speaks any more, and once it was told to end. */
const leaveMs = 200;
const endMs = 500;
const maxStderrBytes = 2_000;

export interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

export interface AgentProcess {
  readonly identity: ChildProcess;
  readonly input: WritableStream<Uint8Array>;
  readonly output: WebReadable<Uint8Array>;
  /** Resolves when it has ended, whoever still holds its output. */
  readonly exited: Promise<Exit>;
  exit(): Exit | undefined;
  stderr(): string;
  /** The same end for all who ask for it. */
  end(): Promise<void>;
}

/** Throws when the system would not start it. */
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
  const pid = child.pid as number; // it was spawned
  const identity = { pid, startedAt: startTimeOf(pid) ?? '' };
  let stderr: Buffer = Buffer.alloc(0);
  child.stderr.on('data', (chunk: Buffer) => {
    stderr = Buffer.concat([stderr, chunk]).subarray(-maxStderrBytes);
  });
  let over: Promise<void> | undefined;
  return {
    identity,
    exited,
    input: inputOf(child),
    output: Readable.toWeb(child.stdout) as WebReadable<Uint8Array>,
    exit: () => exit,
    stderr: () => tailBytes(stderr, maxStderrBytes),
    end() {
      over ??= ended(child, identity, exited, env[effectVariable] ?? '');
      return over;
    },
  };
}

async function ended(child: Child, identity: ChildProcess, exited: Promise<Exit>, mark: string): Promise<void> {
  child.stdin?.end();
  if (!(await within(leaveMs, exited))) {
    if (!sendSignal(-identity.pid, 'SIGTERM')) sendSignal(identity.pid, 'SIGTERM');
    await within(endMs, exited);
  }
  await endOrphans(mark, [identity]);
  child.stdout?.destroy();
  child.stderr?.destroy();
}

/** A process that has ended cannot be written to: its exit tells, and the error of the pipe adds nothing. */
function inputOf({ stdin }: Child): WritableStream<Uint8Array> {
  stdin?.on('error', () => undefined);
  return new WritableStream({
    write: (chunk) =>
      new Promise((resolve, reject) => {
        stdin?.write(chunk, (error) => (error ? reject(error) : resolve()));
      }),
  });
}

async function within(ms: number, coming: Promise<unknown>): Promise<boolean> {
  const timer = new AbortController();
  const late = delay(ms, false, { signal: timer.signal }).catch(() => false); // cancelled: it came in time
  return Promise.race([coming.then(() => true), late]).finally(() => timer.abort());
}

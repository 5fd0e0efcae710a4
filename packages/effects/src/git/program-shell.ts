/**
 * Starts programs from a small shell that waits for commands. To start a program, the system copies the memory map of the
 * process that starts it: for this process that takes milliseconds, in which every lane waits; for a shell almost none.
 *
 *   H1. The program gets its folder, arguments, environment and input as if this process had started it.
 *   H2. If this process dies while it sends a command, the shell executes no part of it: half a group is no command.
 *   H3. A shell ends with its owner, after its command. It has the mark of its owner, so the next owner waits for it.
 *   H4. A command that a dead shell received is started directly: without the first bytes of its errors it did not run.
 *   H5. A shell executes one command at a time. One that did not complete its command is not used again.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { constants } from 'node:os';
import { sendSignal } from '../process/process-identity.ts';
import { anyFolder, ownerMark, ownerVariable } from './git-owner.ts';
import { baseOf, scriptOf, startMark, unstartedCodes } from './shell-script.ts';
import type { SpawnOptions, SpawnResult } from './spawn-options.ts';

interface Shell {
  readonly child: ChildProcessWithoutNullStreams;
  /** Environment of the shell, which all its commands share. */
  readonly base: string;
}

/** Returns `null` if the program must be started directly: it has not run. */
export async function spawnInShell(
  program: string,
  args: readonly string[],
  options: SpawnOptions,
): Promise<SpawnResult | null> {
  const mark = randomUUID();
  const script = scriptOf(program, args, options, mark);
  if (script === null) return null;
  const base = baseOf(options.env);
  const shell = takeIdle(base) ?? startShell(base);
  const result = await execute(shell, script, mark, options.maxBytes);
  if (result.is === 'complete') letRest(shell);
  return toResult(result);
}

type Execution =
  | { readonly is: 'complete'; readonly code: string; readonly stdout: Buffer; readonly stderr: string }
  | { readonly is: 'cut'; readonly stdout: Buffer; readonly stderr: string }
  | { readonly is: 'lost'; readonly stdout: Buffer; readonly signal: string }
  /** The shell had ended before it received the command. */
  | { readonly is: 'unstarted' };

const execute = ({ child }: Shell, script: string, mark: string, maxBytes: number): Promise<Execution> =>
  new Promise((resolve) => {
    const settle = (result: Execution) => {
      for (const { stop } of [output, errors]) stop();
      child.off('close', onClose);
      resolve(result);
    };
    const texts = () => ({ stdout: output.bytes(), stderr: errors.bytes().toString('utf8') });
    const isCut = () => output.isCut() || errors.isCut();
    const look = () => {
      const [code, end] = [output.code(), errors.code()];
      if (isCut()) endShell(child);
      else if (code !== null && end !== null) settle({ is: 'complete', code, ...texts() });
    };
    const onClose = (_: number | null, signal: string | null) => {
      if (isCut()) settle({ is: 'cut', ...texts() });
      else if (!errors.isStarted()) settle({ is: 'unstarted' });
      else settle({ is: 'lost', stdout: output.bytes(), signal: signal ?? 'a signal' });
    };
    const output = readUntil(child.stdout, { startLength: 0, mark, codeLength: 3, maxBytes }, look);
    const errors = readUntil(child.stderr, { startLength: startMark.length, mark, codeLength: 0, maxBytes }, look);
    child.once('close', onClose);
    child.stdin.write(script, 'latin1');
  });

function toResult(execution: Execution): SpawnResult | null {
  if (execution.is === 'unstarted') return null;
  if (execution.is === 'cut') return execution;
  const { stdout } = execution;
  if (execution.is === 'lost') return { is: 'killed', signal: execution.signal, stdout };
  if (unstartedCodes.includes(execution.code)) return null;
  const exitCode = Number(execution.code);
  const signal = Object.entries(constants.signals).find(([, number]) => exitCode === number + 128 && number > 1)?.[0];
  return signal === undefined
    ? { is: 'ended', exitCode, stdout, stderr: execution.stderr }
    : { is: 'killed', signal, stdout };
}

interface Frame {
  readonly startLength: number;
  /** At the end of the output. It is random, so that no output contains it. */
  readonly mark: string;
  readonly codeLength: number;
  readonly maxBytes: number;
}

/** Collects the output of one command. */
function readUntil(
  stream: NodeJS.ReadableStream,
  { startLength, mark, codeLength, maxBytes }: Frame,
  look: () => void,
) {
  const endLength = mark.length + codeLength;
  const parts: Buffer[] = [];
  let length = 0;
  let tail = '';
  const onData = (part: Buffer) => {
    parts.push(part);
    length += part.length;
    tail = (tail + part.subarray(-endLength).toString('latin1')).slice(-endLength);
    look();
  };
  stream.on('data', onData);
  const isComplete = () => tail.startsWith(mark);
  const ownLength = () => length - startLength - (isComplete() ? endLength : 0);
  return {
    isStarted: () => length >= startLength,
    code: () => (isComplete() ? tail.slice(mark.length) : null),
    bytes: () => Buffer.concat(parts).subarray(startLength, startLength + Math.min(ownLength(), maxBytes)),
    /** Not before the rest can no longer be the mark. */
    isCut: () => length > startLength + maxBytes + endLength || (isComplete() && ownLength() > maxBytes),
    stop: () => stream.off('data', onData),
  };
}

interface IdleShell {
  readonly shell: Shell;
  readonly timer: NodeJS.Timeout;
}

const idle: IdleShell[] = [];
const maxIdle = 8;
const idleMs = 20_000;

function startShell(base: string): Shell {
  const env = { ...Object.fromEntries(JSON.parse(base) as [string, string][]), [ownerVariable]: ownerMark(anyFolder) };
  // Its own session: no Ctrl-C, and no terminal for prompts of ssh or gpg.
  const child = spawn('/bin/sh', [], { cwd: '/', env, detached: true, stdio: 'pipe' });
  child.on('error', () => {}); // `close` follows
  child.stdin.on('error', () => {});
  child.on('close', () => forget(child));
  return { child, base };
}

function takeIdle(base: string): Shell | undefined {
  const found = idle.find(({ shell }) => shell.base === base)?.shell;
  if (found === undefined) return undefined;
  forget(found.child);
  keepProcessAlive(found, true);
  return found;
}

function letRest(shell: Shell): void {
  if (shell.child.exitCode !== null || shell.child.signalCode !== null) return;
  keepProcessAlive(shell, false);
  idle.push({ shell, timer: setTimeout(() => endIdle(shell), idleMs).unref() });
  const [oldest] = idle.length > maxIdle ? idle : [];
  if (oldest !== undefined) endIdle(oldest.shell);
}

function endIdle({ child }: Shell): void {
  forget(child);
  child.stdin.end();
}

function forget(child: Shell['child']): void {
  const at = idle.findIndex(({ shell }) => shell.child === child);
  for (const { timer } of at < 0 ? [] : idle.splice(at, 1)) clearTimeout(timer);
}

/** An idle shell does not keep this process alive; it ends when its input is closed. */
function keepProcessAlive({ child }: Shell, isBusy: boolean): void {
  for (const part of [child, child.stdin, child.stdout, child.stderr] as { ref(): void; unref(): void }[])
    if (isBusy) part.ref();
    else part.unref();
}

/** Git ends too, and removes its locks. */
const endShell = ({ pid }: Shell['child']) => {
  if (pid !== undefined) sendSignal(-pid, 'SIGTERM');
};

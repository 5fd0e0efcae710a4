/** Runs one program with an input and collects its output; minimal, because each of many starts delays all lanes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { killGroup } from '../process/process-identity.ts';
import { spawnInShell } from './program-shell.ts';
import type { SpawnOptions, SpawnResult } from './spawn-options.ts';

export const spawnProgram = async (
  program: string,
  args: readonly string[],
  options: SpawnOptions,
): Promise<SpawnResult> =>
  (options.isFrequent && (await spawnInShell(program, args, options))) || spawnDirectly(program, args, options);

const spawnDirectly = (
  program: string,
  args: readonly string[],
  { cwd, env, input, maxBytes, signal, timeoutMs }: SpawnOptions,
): Promise<SpawnResult> =>
  new Promise((resolve) => {
    // Its own session: no Ctrl-C, and no terminal for prompts of ssh or gpg.
    const stdio = [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'] as const;
    const child = spawn(program, args, { cwd, env, detached: true, stdio: [...stdio] });
    const end = () => child.kill();
    if (signal?.aborted) end();
    signal?.addEventListener('abort', end, { once: true });
    const output = gather(child.stdout, maxBytes, () => child.kill());
    const errors = gather(child.stderr, maxBytes, () => child.kill());
    const timer =
      timeoutMs === undefined ? undefined : setTimeout(() => resolve(kill(child, output.bytes())), timeoutMs);
    const settle = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
    };
    child.on('error', (error: NodeJS.ErrnoException) => {
      settle();
      resolve({ is: 'refused', code: error.code ?? error.message });
    });
    child.on('close', (exitCode, endedBy) => {
      settle();
      const [stdout, stderr] = [output.bytes(), errors.bytes().toString('utf8')];
      if (output.isCut() || errors.isCut()) resolve({ is: 'cut', stdout, stderr });
      else if (exitCode === null) resolve({ is: 'killed', signal: endedBy ?? 'a signal', stdout });
      else resolve({ is: 'ended', exitCode, stdout, stderr });
    });
    child.stdin?.on('error', () => {}); // the exit code reports a program that ends before it has read all
    child.stdin?.end(input);
  });

/** Closes the output too: a child process in another group may keep it open. */
function kill(child: ChildProcess, stdout: Buffer): SpawnResult {
  if (child.pid !== undefined) killGroup(child.pid);
  child.stdout?.destroy();
  child.stderr?.destroy();
  return { is: 'killed', signal: 'SIGKILL', stdout };
}

function gather(stream: NodeJS.ReadableStream | null, maxBytes: number, cut: () => void) {
  const parts: Buffer[] = [];
  let length = 0;
  stream?.on('data', (part: Buffer) => {
    if (length > maxBytes) return;
    parts.push(part.subarray(0, maxBytes - length));
    length += part.length;
    if (length > maxBytes) cut();
  });
  return { bytes: () => Buffer.concat(parts), isCut: () => length > maxBytes };
}

/**
 * Starts one program, hands it a text and takes what it prints: nothing else, because a lane starts dozens of them and
 * each moment here is a moment in which no other lane moves.
 */
import { spawn } from 'node:child_process';

export interface SpawnOptions {
  readonly cwd: string;
  /** All that it sees: nothing of the environment of this process is added. */
  readonly env: NodeJS.ProcessEnv;
  readonly input: string | undefined;
  /** It is ended when it prints more than this. */
  readonly maxBytes: number;
}

export type SpawnResult =
  | { readonly is: 'ended'; readonly exitCode: number; readonly stdout: Buffer; readonly stderr: string }
  /** It printed more than was asked for; `stdout` is what was. */
  | { readonly is: 'cut'; readonly stdout: Buffer; readonly stderr: string }
  | { readonly is: 'killed'; readonly signal: string }
  | { readonly is: 'refused'; readonly code: string };

export const spawnProgram = (
  program: string,
  args: readonly string[],
  { cwd, env, input, maxBytes }: SpawnOptions,
): Promise<SpawnResult> =>
  new Promise((resolve) => {
    // Its own session: no Ctrl-C, and no terminal that ssh or gpg could ask on.
    const stdio = [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'] as const;
    const child = spawn(program, args, { cwd, env, detached: true, stdio: [...stdio] });
    const printed = gather(child.stdout, maxBytes, () => child.kill());
    const complained = gather(child.stderr, maxBytes, () => child.kill());
    child.on('error', (error: NodeJS.ErrnoException) => resolve({ is: 'refused', code: error.code ?? error.message }));
    child.on('close', (exitCode, signal) => {
      const [stdout, stderr] = [printed.bytes(), complained.bytes().toString('utf8')];
      if (printed.isCut() || complained.isCut()) resolve({ is: 'cut', stdout, stderr });
      else if (exitCode === null) resolve({ is: 'killed', signal: signal ?? 'a signal' });
      else resolve({ is: 'ended', exitCode, stdout, stderr });
    });
    child.stdin?.on('error', () => {}); // who ends before it has read all says so by its exit code
    child.stdin?.end(input);
  });

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

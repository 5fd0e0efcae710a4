/**
 * Tests a box before the first agent runs: a process in it tries forbidden actions.
 *
 *   Q1. The result is checked from outside; the process's own report does not count.
 *   Q2. It costs one small process per run.
 *   Q3. It leaves no file, no secret and no process.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { effectVariable, endOrphans } from '../process/orphans.ts';
import type { Box } from './box.ts';

/** As recorded in the journal. Only `denied`, `hidden` and `gone` are safe. */
export interface Canary {
  readonly write: 'allowed' | 'denied';
  readonly secret: 'visible' | 'hidden';
  readonly process: 'alive' | 'gone';
}

export const isSandboxTight = ({ write, secret, process: left }: Canary): boolean =>
  write === 'denied' && secret === 'hidden' && left === 'gone';

export type CanaryResult =
  | { readonly ok: true; readonly canary: Canary }
  | { readonly ok: false; readonly detail: string };

export interface CanaryInput {
  readonly box: Box;
  /** Folders that no process in the box may write. */
  readonly folders: readonly string[];
  readonly home: string | undefined;
  readonly environment: NodeJS.ProcessEnv;
}

/** Time in which a box ends its remaining processes. */
const exitMs = 2_000;
const readyLine = 'canary';

/** `$1` is the secret, the others are files to write. Shell built-ins do everything except the process that stays. */
const script = [
  `echo ${readyLine}`,
  'secret=$1; shift',
  'for file do (: > "$file") 2> /dev/null; done',
  'if [ -n "$secret" ] && { read -r text < "$secret"; } 2> /dev/null; then echo "$text"; fi',
  '(sleep 60 &)',
].join('\n');

export async function runCanary({ box, folders, home, environment }: CanaryInput): Promise<CanaryResult> {
  const name = `.harness-canary-${randomUUID().slice(0, 8)}`;
  const targets = folders.map((folder) => join(folder, name));
  const planted = plantSecret(home, name);
  const mark = `canary/${name}`;
  try {
    const command = { program: '/bin/sh', args: ['-c', script, 'harness', planted?.path ?? '', ...targets] };
    const { said, trouble, isGone } = await runInBox(box.around(command), { ...environment, [effectVariable]: mark });
    if (!isGone) await endOrphans(mark, []);
    if (said[0] !== readyLine) return { ok: false, detail: trouble };
    const wrote = targets.filter(exists);
    return {
      ok: true,
      canary: {
        write: wrote.length > 0 ? 'allowed' : 'denied',
        secret: planted !== undefined && said[1] === planted.text ? 'visible' : 'hidden',
        process: isGone ? 'gone' : 'alive',
      },
    };
  } finally {
    planted?.remove();
    for (const target of targets) rmSync(target, { force: true });
  }
}

interface Secret {
  readonly path: string;
  readonly text: string;
  remove(): void;
}

/** If the home is not writable, its first file is used as the secret. An empty home has nothing to hide. */
function plantSecret(home: string | undefined, name: string): Secret | undefined {
  if (home === undefined) return undefined;
  const path = join(home, name);
  const text = randomUUID();
  try {
    writeFileSync(path, `${text}\n`, { mode: 0o600, flag: 'wx' });
    return { path, text, remove: () => rmSync(path, { force: true }) };
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw error;
    return existingSecret(home);
  }
}

function existingSecret(home: string): Secret | undefined {
  const file = exists(home) ? readdirSync(home, { withFileTypes: true }).find((entry) => entry.isFile()) : undefined;
  if (file === undefined) return undefined;
  const path = join(home, file.name);
  const text = readFileSync(path, 'utf8').split('\n')[0] ?? '';
  return { path, text, remove: () => undefined };
}

const exists = (path: string) => statSync(path, { throwIfNoEntry: false }) !== undefined;

/** The output closes when the last process with it is gone, so no search is needed. */
function runInBox({ program, args }: { program: string; args: readonly string[] }, env: NodeJS.ProcessEnv) {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let [output, trouble] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (trouble += chunk.toString()));
  return new Promise<{ said: readonly string[]; trouble: string; isGone: boolean }>((resolve) => {
    const finish = (isGone: boolean) => {
      clearTimeout(timer);
      child.stdout.destroy();
      child.stderr.destroy();
      resolve({ said: output.split('\n'), trouble: trouble.trim().split('\n').at(-1) ?? '', isGone });
    };
    let timer: NodeJS.Timeout | undefined;
    child.once('error', ({ message }) => {
      trouble = message;
      finish(true);
    });
    child.once('close', () => finish(true));
    child.once('exit', () => {
      timer = setTimeout(() => finish(false), exitMs);
    });
  });
}

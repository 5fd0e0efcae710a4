/**
 * Whether the box holds: a process in it tries what none may do, before the first agent is let in.
 *
 *   Q1. What happened is looked at from outside. What the process believes does not count.
 *   Q2. It is one start of one small process, a run.
 *   Q3. Nothing of it stays: no file, no secret, no process.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { effectVariable, endOrphans } from '../process/orphans.ts';
import type { Box } from './box.ts';

/** As the journal tells it. Anything but the second words is a leak. */
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
  /** Folders that nothing in the box may write. */
  readonly folders: readonly string[];
  readonly home: string | undefined;
  readonly environment: NodeJS.ProcessEnv;
}

/** What a box leaves behind it ends by itself, within this time. */
const patienceMs = 2_000;
const begun = 'canary';

/** `$1` is the secret, the rest are files to be written. A shell's own words do all but the process that stays. */
const script = [
  `echo ${begun}`,
  'secret=$1; shift',
  'for file do (: > "$file") 2> /dev/null; done',
  'if [ -n "$secret" ] && { read -r text < "$secret"; } 2> /dev/null; then echo "$text"; fi',
  '(sleep 60 &)',
].join('\n');

export async function runCanary({ box, folders, home, environment }: CanaryInput): Promise<CanaryResult> {
  const name = `.harness-canary-${randomUUID().slice(0, 8)}`;
  const targets = folders.map((folder) => join(folder, name));
  const secret = plant(home, name);
  const mark = `canary/${name}`;
  try {
    const command = { program: '/bin/sh', args: ['-c', script, 'harness', secret?.path ?? '', ...targets] };
    const { said, trouble, isGone } = await watched(box.around(command), { ...environment, [effectVariable]: mark });
    if (!isGone) await endOrphans(mark, []);
    if (said[0] !== begun) return { ok: false, detail: trouble };
    const wrote = targets.filter(isThere);
    return {
      ok: true,
      canary: {
        write: wrote.length > 0 ? 'allowed' : 'denied',
        secret: secret !== undefined && said[1] === secret.text ? 'visible' : 'hidden',
        process: isGone ? 'gone' : 'alive',
      },
    };
  } finally {
    secret?.remove();
    for (const target of targets) rmSync(target, { force: true });
  }
}

interface Secret {
  readonly path: string;
  readonly text: string;
  remove(): void;
}

/** A home that cannot be written has secrets of its own: the first file in it will do. One without any has nothing to hide. */
function plant(home: string | undefined, name: string): Secret | undefined {
  if (home === undefined) return undefined;
  const path = join(home, name);
  const text = randomUUID();
  try {
    writeFileSync(path, `${text}\n`, { mode: 0o600, flag: 'wx' });
    return { path, text, remove: () => rmSync(path, { force: true }) };
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw error;
    return found(home);
  }
}

function found(home: string): Secret | undefined {
  const file = isThere(home) ? readdirSync(home, { withFileTypes: true }).find((entry) => entry.isFile()) : undefined;
  if (file === undefined) return undefined;
  const path = join(home, file.name);
  const text = readFileSync(path, 'utf8').split('\n')[0] ?? '';
  return { path, text, remove: () => undefined };
}

const isThere = (path: string) => statSync(path, { throwIfNoEntry: false }) !== undefined;

/** Its output closes when the last process that holds it is gone: so nobody has to look for it. */
function watched({ program, args }: { program: string; args: readonly string[] }, env: NodeJS.ProcessEnv) {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let [output, trouble] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (trouble += chunk.toString()));
  return new Promise<{ said: readonly string[]; trouble: string; isGone: boolean }>((resolve) => {
    const tell = (isGone: boolean) => {
      clearTimeout(timer);
      child.stdout.destroy();
      child.stderr.destroy();
      resolve({ said: output.split('\n'), trouble: trouble.trim().split('\n').at(-1) ?? '', isGone });
    };
    let timer: NodeJS.Timeout | undefined;
    child.once('error', ({ message }) => {
      trouble = message;
      tell(true);
    });
    child.once('close', () => tell(true));
    child.once('exit', () => {
      timer = setTimeout(() => tell(false), patienceMs);
    });
  });
}

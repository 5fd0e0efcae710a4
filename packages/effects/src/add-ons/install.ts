/**
 * Installs and removes add-ons with the npm of the user.
 *
 *   I1. Exact versions, whose integrity npm checks. No script of a package runs.
 *   I2. An add-on is complete or missing: it is installed beside its place and then renamed.
 *   I3. Only the folder of the add-on is written or removed.
 */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type AddOnName, addOns } from '@harness/core/providers/add-ons';
import { spawnProgram } from '../git/spawn-program.ts';
import { childEnvironment } from '../process/environment.ts';
import { trustedPath } from '../process/trusted-path.ts';
import { addOnFolder, addOnsFolder } from './find.ts';

const installMs = 5 * 60_000;
const maxOutputBytes = 1_000_000;

export type InstallResult = { readonly is: 'installed' } | { readonly is: 'failed'; readonly detail: string };

export async function installAddOn(name: AddOnName, signal?: AbortSignal, home = homedir()): Promise<InstallResult> {
  const { packages, hasPrograms } = addOns[name];
  mkdirSync(addOnsFolder(home), { recursive: true });
  const draft = mkdtempSync(join(addOnsFolder(home), `.${name}-`));
  try {
    writeFileSync(join(draft, 'package.json'), `${JSON.stringify({ private: true, dependencies: packages })}\n`);
    const ended = await spawnProgram('npm', npmArguments(hasPrograms), {
      cwd: draft,
      env: childEnvironment(process.env, { PATH: trustedPath() }),
      input: undefined,
      maxBytes: maxOutputBytes,
      timeoutMs: installMs,
      signal,
    });
    if (ended.is === 'refused') return { is: 'failed', detail: `npm does not start: ${ended.code}` };
    if (ended.is === 'killed') return { is: 'failed', detail: 'npm was ended' };
    if (ended.is === 'cut' || ended.exitCode !== 0) return { is: 'failed', detail: npmError(ended.stderr) };
    removeAddOn(name, home);
    renameSync(draft, addOnFolder(name, home));
    return { is: 'installed' };
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

const npmArguments = (hasPrograms: boolean): readonly string[] => [
  ...['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'],
  ...['--save-exact', '--legacy-peer-deps', ...(hasPrograms ? [] : ['--omit=optional'])],
];

/** The first line of npm's error that is not a code. */
const npmError = (stderr: string): string =>
  stderr
    .split('\n')
    .map((line) => line.replace(/^npm (?:error|ERR!) ?/, '').trim())
    .find((line) => line !== '' && !line.startsWith('npm warn') && !/^(?:code|errno|syscall|type) /.test(line)) ??
  'npm failed';

/** Returns whether there was one. */
export function removeAddOn(name: AddOnName, home = homedir()): boolean {
  const folder = addOnFolder(name, home);
  const isThere = existsSync(folder);
  rmSync(folder, { recursive: true, force: true });
  return isThere;
}

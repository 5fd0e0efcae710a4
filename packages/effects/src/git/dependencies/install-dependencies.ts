/**
 * Installs the dependencies of a lock file once, in a folder of the harness: `.harness/dependencies/<lock>-<settings>`.
 *
 *   I1. It runs in a copy of the lane with its own repository: install scripts touch neither lane nor checkout.
 *   I2. An existing folder is complete: it gets its name after success, and loses it before it is removed.
 *   I3. It may run code of the commit, so it is used again only for a commit with the same code.
 *   I4. The command runs like a check: same sandbox, same time limit, and its output is kept.
 */

import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, stat, utimes } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fail, type Outcome, ok } from '@harness/core/failure/failure';
import { installCommandFor, lastOutputLine } from '@harness/core/lane/dependencies';
import { isInstallInput, runsRepositoryCode } from '@harness/core/lane/install-inputs';
import { isFolder, nullIfMissing, pathExists, removeFolder, valueIfCode } from '../../file/file-system.ts';
import { readRegularFile } from '../../file/regular-file.ts';
import { gitOrThrow } from '../command.ts';
import type { GitContext } from '../context.ts';
import { withLaneLock } from '../lane/lane-lock.ts';
import { gitInWorktree, type Worktree } from '../worktree/worktree.ts';
import { hasPackageList, packageListMissing } from './plug-and-play.ts';

/** Lock files of one installed folder, and a fingerprint of their content. */
export interface LockFiles {
  readonly files: readonly { readonly lock: string; readonly text: string }[];
  readonly print: string;
}

interface InstallRequest {
  readonly folder: string;
  readonly locks: LockFiles;
  /** The commit of the files. */
  readonly commit: string;
  readonly timeoutMs: number | null;
}

export const dependenciesFolder = (repo: string): string => join(repo, '.harness', 'dependencies');

/** Path of the installed folder; `null` if installation is disabled or there is nothing to install. */
export async function installDependenciesOnce(
  work: GitContext,
  worktree: Worktree,
  { folder, locks, commit, timeoutMs }: InstallRequest,
): Promise<Outcome<string | null>> {
  const command = installCommandFor(locks.files);
  if (command === null || timeoutMs === null || !work.command) return ok(null);
  const target = join(dependenciesFolder(work.repo), await installName(worktree, commit, locks.print));
  return withLaneLock(target, async () => {
    const installed = (await pathExists(target))
      ? ok(null)
      : await install(work, worktree, target, { command, timeoutMs });
    if (!installed.ok) return installed;
    await utimes(target, new Date(), new Date()); // marks it as used
    if (await isFolder(join(target, folder))) return ok(join(target, folder));
    const isMissing = !(await hasPackageList(worktree.path)) && (await hasPackageList(target));
    return isMissing ? packageListMissing(command) : ok(null);
  });
}

/** Equal names mean the same result. If code of the repository runs, only the same files have the same name. */
async function installName(worktree: Worktree, commit: string, print: string): Promise<string> {
  const rows = (await gitInWorktree(worktree, ['ls-tree', '-r', '-z', commit])).split('\0');
  const inputs = rows.filter((row) => isInstallInput(pathIn(row)));
  const texts = inputs.map(
    async (row) => [pathIn(row), await readRegularFile(join(worktree.path, pathIn(row)), 'utf8')] as const,
  );
  const runsCode = (await Promise.all(texts)).some(([path, text]) => text === null || runsRepositoryCode(path, text));
  const tree = runsCode ? await gitInWorktree(worktree, ['rev-parse', `${commit}^{tree}`]) : '';
  const hash = createHash('sha256').update(JSON.stringify([inputs, tree]));
  return `${print}-${hash.digest('hex').slice(0, 16)}`;
}

const pathIn = (row: string) => row.slice(row.indexOf('\t') + 1);

async function install(
  work: GitContext,
  worktree: Worktree,
  target: string,
  { command, timeoutMs }: { readonly command: string; readonly timeoutMs: number },
): Promise<Outcome<null>> {
  await removeUnused(dependenciesFolder(work.repo));
  const draft = `${target}-${work.run}`;
  await removeFolder(draft);
  await mkdir(draft, { recursive: true });
  await gitInWorktree(worktree, ['checkout-index', '--all', '--force', `--prefix=${draft}/`]);
  await gitOrThrow(draft, ['init', '--quiet']); // a script must not find the user's repository above
  await work.installing?.(command);
  const report = await work.command?.({ command, cwd: relative(work.repo, draft), timeoutMs });
  if (report?.ok && report.value.green) {
    const falseIfExists = valueIfCode(false, 'ENOTEMPTY', 'EEXIST'); // another process may be faster
    const isPlaced = await rename(draft, target).then(() => true, falseIfExists);
    if (!isPlaced) await removeFolder(draft);
    return ok(null);
  }
  await removeFolder(draft);
  return fail('dependencies.failed', { command, detail: report ? reasonOf(report, timeoutMs) : '' });
}

function reasonOf(report: Outcome<{ readonly tail: string }>, timeoutMs: number): string {
  if (report.ok) return lastOutputLine(report.value.tail);
  const { code, params } = report.failure;
  return code === 'check.timed-out' ? `it did not finish within ${timeoutMs} ms` : String(params['detail'] ?? code);
}

const unusedAfterMs = 24 * 60 * 60_000;

/** Removes folders that no lane used for a day, and the remains of dead processes. */
async function removeUnused(folder: string): Promise<void> {
  const names = (await pathExists(folder)) ? await readdir(folder) : [];
  for (const name of names.filter((one) => one !== 'checkout')) {
    const found = await stat(join(folder, name)).catch(nullIfMissing); // another process may have removed it
    if (found !== null && Date.now() - found.mtimeMs > unusedAfterMs) await removeInstalled(folder, name);
  }
}

/** Renames the folder first: a half removed one must not look complete. */
async function removeInstalled(folder: string, name: string): Promise<void> {
  const discarded = join(folder, `unused-${randomUUID()}`);
  const isOurs = await rename(join(folder, name), discarded).then(() => true, nullIfMissing);
  if (isOurs) await removeFolder(discarded);
}

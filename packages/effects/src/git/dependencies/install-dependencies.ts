/**
 * Installs what a lock file asks for, once, in a place of the harness: `.harness/dependencies/<lock>`.
 *
 *   I1. In a copy of the lane's files, in a repository of its own: what a script does there touches neither lane nor checkout.
 *   I2. A place that is there is complete: it gets its name when the command was green, and loses it before it is removed.
 *   I3. The command runs as a check does: in the same box, under the same watch, and its output is kept.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, stat, utimes } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fail, type Outcome, ok } from '@harness/core/failure/failure';
import { installCommandFor, lastOutputLine } from '@harness/core/lane/dependencies';
import { isFolder, nullIfMissing, pathExists, removeFolder } from '../../file/file-system.ts';
import { gitOrThrow } from '../command.ts';
import type { GitContext } from '../context.ts';
import { withLaneLock } from '../lane/lane-lock.ts';
import { gitInWorktree, type Worktree } from '../worktree/worktree.ts';

/** The lock files that fill one folder, and one name for all they say. */
export interface LockFiles {
  readonly files: readonly { readonly lock: string; readonly text: string }[];
  readonly print: string;
}

interface Wanted {
  readonly folder: string;
  readonly locks: LockFiles;
  readonly timeoutMs: number | null;
}

export const dependenciesFolder = (repo: string): string => join(repo, '.harness', 'dependencies');

/** Where it is installed; null where nobody installs, or where there is nothing to install. */
export async function installDependenciesOnce(
  work: GitContext,
  worktree: Worktree,
  { folder, locks, timeoutMs }: Wanted,
): Promise<Outcome<string | null>> {
  const command = installCommandFor(locks.files);
  if (command === null || timeoutMs === null || !work.command) return ok(null);
  const place = join(dependenciesFolder(work.repo), locks.print);
  return withLaneLock(place, async () => {
    const made = (await pathExists(place)) ? ok(null) : await install(work, worktree, place, { command, timeoutMs });
    if (!made.ok) return made;
    await utimes(place, new Date(), new Date()); // it is in use
    return ok((await isFolder(join(place, folder))) ? join(place, folder) : null);
  });
}

async function install(
  work: GitContext,
  worktree: Worktree,
  place: string,
  { command, timeoutMs }: { readonly command: string; readonly timeoutMs: number },
): Promise<Outcome<null>> {
  await removeUnused(dependenciesFolder(work.repo));
  const coming = `${place}-${work.run}`;
  await removeFolder(coming);
  await mkdir(coming, { recursive: true });
  await gitInWorktree(worktree, ['checkout-index', '--all', '--force', `--prefix=${coming}/`]);
  await gitOrThrow(coming, ['init', '--quiet']); // a script that looks for a repository must not find the user's above
  await work.installing?.(command);
  const report = await work.command?.({ command, cwd: relative(work.repo, coming), timeoutMs });
  if (report?.ok && report.value.green) {
    const isPlaced = await rename(coming, place).then(() => true, unlessThere); // another process may have been faster
    if (!isPlaced) await removeFolder(coming);
    return ok(null);
  }
  await removeFolder(coming);
  return fail('dependencies.failed', { command, detail: report ? reasonOf(report, timeoutMs) : '' });
}

function reasonOf(report: Outcome<{ readonly tail: string }>, timeoutMs: number): string {
  if (report.ok) return lastOutputLine(report.value.tail);
  const { code, params } = report.failure;
  return code === 'check.timed-out' ? `it did not end within ${timeoutMs} ms` : String(params['detail'] ?? code);
}

function unlessThere(error: NodeJS.ErrnoException): false {
  if (['ENOTEMPTY', 'EEXIST'].includes(error.code ?? '')) return false;
  throw error;
}

const unusedAfterMs = 24 * 60 * 60_000;

/** What no lane was cloned from for a day, and what a process left that died while it installed. */
async function removeUnused(folder: string): Promise<void> {
  const names = (await pathExists(folder)) ? await readdir(folder) : [];
  for (const name of names.filter((one) => one !== 'checkout')) {
    const found = await stat(join(folder, name)).catch(nullIfMissing); // another process may have removed it by now
    if (found !== null && Date.now() - found.mtimeMs > unusedAfterMs) await removePlace(folder, name);
  }
}

/** Under a name that is no place first: one that is half removed must not be taken for complete. */
async function removePlace(folder: string, name: string): Promise<void> {
  const leaving = join(folder, `unused-${randomUUID()}`);
  const isOurs = await rename(join(folder, name), leaving).then(() => true, nullIfMissing);
  if (isOurs) await removeFolder(leaving);
}

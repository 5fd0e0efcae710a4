/**
 * Removes the files of a session (W-144, W-147): those below `.harness`, and its documents if requested.
 *
 *   X1. Runs, archives and all other files below `.harness` stay (C-01).
 *   X2. The docs folder is checked again just before the deletion.
 *   X3. A link is removed; its target is not.
 *   X4. With git, documents that no commit contains are kept under a ref first.
 *   X5. A document that git tracks stays, with its tracked content: a deletion would leave the checkout dirty.
 */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { nullIfMissing, pathExists } from '../file/file-system.ts';
import { gitOrThrow } from '../git/command.ts';
import { findRepository } from '../git/repository.ts';
import { type CheckoutContext, OutsideCheckoutError, requireGit } from './context.ts';
import { checkDocsFolder } from './docs-guard.ts';
import { resolveInside } from './file.ts';
import { keepFolder } from './keep-checkout.ts';

/** The state file comes last: while it exists, the rest is recognized as a session. */
const sessionFiles = ['planner', 'generator', 'autofix_pre_apply', 'conventions.md', 'state.json'];

export async function performClearSession(
  work: CheckoutContext,
  { docsPath }: { docsPath: string | null },
): Promise<Outcome<{ readonly removed: readonly string[] }>> {
  resolveInside(work.repo, '.harness');
  const docs = docsPath === null ? [] : await docsIn(work, docsPath);
  const session = sessionFiles.map((name) => `.harness/${name}`);
  const removed: string[] = [];
  for (const path of [...docs, ...session]) {
    const file = join(work.repo, path);
    if (!(await pathExists(file))) continue;
    await rm(file, { recursive: true, force: true });
    removed.push(path);
  }
  return ok({ removed });
}

async function docsIn(work: CheckoutContext, docsPath: string): Promise<readonly string[]> {
  const guard = await checkDocsFolder(work.repo, docsPath);
  if (!guard.safe) throw new OutsideCheckoutError(docsPath);
  const folder = guard.target.slice(0, -1);
  const names = (await readdir(join(work.repo, folder)).catch(nullIfMissing)) ?? [];
  if (names.length === 0 || !(await isRepository(work.repo))) return names.map((name) => `${folder}/${name}`).sort();
  await keepFolder(await requireGit(work), folder);
  return [...(await untrackedPaths(work.repo, folder, await restoreTracked(work.repo, folder)))].sort();
}

/** Gives the existing tracked files of a folder their tracked content, and returns all tracked paths. */
async function restoreTracked(repo: string, folder: string): Promise<readonly string[]> {
  const listed = await gitOrThrow(repo, ['ls-files', '-z', '--', `:(top,literal)${folder}`]);
  const tracked = listed.split('\0').filter((path) => path !== '');
  const existing = await Promise.all(tracked.map((path) => pathExists(join(repo, path))));
  const input = tracked
    .filter((_, at) => existing[at])
    .map((path) => `${path}\0`)
    .join('');
  if (input !== '') await gitOrThrow(repo, ['checkout-index', '--force', '--quiet', '-z', '--stdin'], { input });
  return tracked;
}

/** The files and whole folders below a folder in which nothing is tracked. */
async function untrackedPaths(repo: string, folder: string, tracked: readonly string[]): Promise<readonly string[]> {
  const entries = await readdir(join(repo, folder), { withFileTypes: true });
  const found = entries.map(async (entry) => {
    const path = `${folder}/${entry.name}`;
    if (tracked.includes(path)) return [];
    const isMixed = entry.isDirectory() && tracked.some((each) => each.startsWith(`${path}/`));
    return isMixed ? untrackedPaths(repo, path, tracked) : [path];
  });
  return (await Promise.all(found)).flat();
}

export async function isRepository(repo: string): Promise<boolean> {
  if (!(await pathExists(join(repo, '.git')))) return false; // without `.git`, the program may be missing too
  const found = await findRepository(repo);
  return (found.is === 'repository' || found.is === 'no-commits') && found.root === repo;
}

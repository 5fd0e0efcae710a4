/** Adds held files to trees of the checkout, also those that git ignores. */
import { lstat } from 'node:fs/promises';
import type { HeldFiles } from '@harness/core/effects/git';
import { bytePath } from '../file/byte-name.ts';
import { nullIfMissing } from '../file/file-system.ts';
import { isBehindLink } from '../file/regular-file.ts';
import { gitOrThrow } from '../git/command.ts';
import { treeWithHeldFiles } from '../git/worktree/held-files.ts';
import type { GitCheckoutContext } from './context.ts';
import { withIndex } from './keep-checkout.ts';

/** The tree with the files and links that exist at these paths, also those that git ignores. */
export async function treeWithFiles(work: GitCheckoutContext, tree: string, paths: readonly string[]): Promise<string> {
  const existing = await existingFiles(work.repo, paths);
  if (existing.length === 0) return tree;
  return withIndex(work, async (env) => {
    await gitOrThrow(work.repo, ['read-tree', tree], { env });
    const named = existing.map((path) => `:(top,literal)${path}`);
    await gitOrThrow(work.repo, ['add', '--force', '--sparse', '--', ...named], { env });
    return gitOrThrow(work.repo, ['write-tree'], { env });
  });
}

/** Without folders, and without files behind a link: git cannot add those, and the link itself is a change. */
async function existingFiles(repo: string, paths: readonly string[]): Promise<readonly string[]> {
  const areFiles = await Promise.all(
    paths.map(async (path) => {
      const found = await lstat(bytePath(repo, path)).catch(nullIfMissing);
      const isAddable = found?.isFile() || found?.isSymbolicLink();
      return isAddable === true && !(await isBehindLink(repo, path));
    }),
  );
  return paths.filter((_, at) => areFiles[at]);
}

/** The tree with held files that exist but are not in it, because git ignores them. */
export async function withIgnoredHeldFiles(
  work: GitCheckoutContext,
  tree: string,
  holds: HeldFiles | undefined,
): Promise<string> {
  if (holds === undefined) return tree;
  const listed = await gitOrThrow(work.repo, ['ls-tree', '-r', '-z', '--name-only', '--full-tree', tree]);
  const known = new Set(listed.split('\0'));
  const files = await existingFiles(
    work.repo,
    holds.files.filter((path) => !known.has(path)),
  );
  return files.length === 0 ? tree : treeWithHeldFiles(work.worktree, tree, { commit: holds.commit, files });
}

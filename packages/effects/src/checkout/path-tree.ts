/** Writes the tree of a commit with some paths as they are in the checkout. No other file is read. */
import { lstat } from 'node:fs/promises';
import { bytePath } from '../file/byte-name.ts';
import { nullIfMissing } from '../file/file-system.ts';
import { gitOrThrow } from '../git/command.ts';
import { requireSavableSize } from '../git/worktree/save-limit.ts';
import { gitOfWorktree } from '../git/worktree/worktree.ts';
import type { GitCheckoutContext } from './context.ts';
import { withIndex } from './keep-checkout.ts';

/** Paths must not be those of submodules. A folder, pipe or socket in place of a file counts as a missing file. */
export async function treeWithPaths(
  work: GitCheckoutContext,
  commit: string,
  paths: readonly string[],
): Promise<string> {
  await requireSavableSize(work.repo, paths);
  const found = await Promise.all(paths.map((path) => isFileOrLink(work.repo, path)));
  return withIndex(work, async (own) => {
    const env = { ...gitOfWorktree(work.worktree), ...own };
    const update = (how: readonly string[], some: readonly string[]) =>
      gitOrThrow(work.repo, ['update-index', ...how, '-z', '--stdin'], { env, input: some.join('\0') });
    await gitOrThrow(work.repo, ['read-tree', commit], { env });
    const [here, gone] = [paths.filter((_, at) => found[at]), paths.filter((_, at) => !found[at])];
    if (gone.length > 0) await update(['--force-remove'], gone);
    if (here.length > 0) await update(['--add', '--replace'], here);
    return gitOrThrow(work.repo, ['write-tree'], { env });
  });
}

async function isFileOrLink(repo: string, path: string): Promise<boolean> {
  const found = await lstat(bytePath(repo, path)).catch(nullIfMissing);
  return found?.isFile() === true || found?.isSymbolicLink() === true;
}

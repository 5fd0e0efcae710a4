/** Keeps the work in a submodule as files before a lane is removed: its commit may exist only in the lane. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { nullIfMissing } from '../../file/file-system.ts';
import { git } from '../command.ts';
import { addAsFiles, type Snapshot, updateIndex } from './snapshot.ts';
import { submoduleGitFolder } from './submodule-folder.ts';
import { gitInWorktree, type Worktree } from './worktree.ts';

/** Tree of the lane with submodules as files; `null` if all match the base or were never fetched. */
export async function treeWithSubmodules(worktree: Worktree, { index, submodules }: Snapshot, base: string) {
  let isChanged = false;
  for (const folder of submodules) {
    const files = await readdir(join(worktree.path, folder)).catch(nullIfMissing);
    if (files === null || files.length === 0) continue;
    await updateIndex(worktree, index, '--force-remove', [folder]);
    const tree = await addAsFiles(worktree, index, folder);
    isChanged ||= tree !== (await treeInBase(worktree, folder, base));
  }
  return isChanged ? gitInWorktree(worktree, ['write-tree'], { env: { GIT_INDEX_FILE: index } }) : null;
}

/** Only the submodule itself has the commit of the base; `null` if it has not, or if git must not run there. */
async function treeInBase(worktree: Worktree, folder: string, base: string): Promise<string | null> {
  const gitFolder = await submoduleGitFolder(worktree, folder);
  if (gitFolder === null) return null;
  const named = await git(worktree.path, ['rev-parse', '--verify', `${base}:${folder}`], {
    env: { GIT_DIR: worktree.gitDir },
  });
  const commit = named.stdout.trim();
  const tree = await git(join(worktree.path, folder), ['rev-parse', '--quiet', '--verify', `${commit}^{tree}`], {
    env: { GIT_DIR: gitFolder },
  });
  return tree.exitCode === 0 ? tree.stdout.trim() : null;
}

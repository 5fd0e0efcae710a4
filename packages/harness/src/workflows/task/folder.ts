/** Finds the folder that a task works in: the user's checkout, or a folder without git (W-10, W-60). */
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { Refusal } from '@harness/core/failure/refusal';
import { findRepository } from '@harness/effects/git/repository';
import { requireCleanTree } from '../../repository/clean-tree.ts';
import { openStore } from '../../runs/folder.ts';
import { findUnfinishedRun } from '../../runs/read-runs.ts';

export interface TaskFolder {
  readonly root: string;
  readonly hasGit: boolean;
  readonly hasCommit: boolean;
}

export async function taskFolder(path: string): Promise<TaskFolder> {
  const folder = resolve(path);
  const found = await findRepository(folder);
  switch (found.is) {
    case 'repository':
    case 'no-commits':
      return { root: realpathSync(found.root), hasGit: true, hasCommit: found.is === 'repository' };
    case 'none':
      return { root: realpathSync(folder), hasGit: false, hasCommit: false };
    case 'missing':
      throw new Refusal('repo.missing', { path: folder });
    case 'bare':
      throw new Refusal('repo.bare', { path: found.root });
  }
}

/** Refuses if another task works in this checkout. */
export async function requireUnowned(root: string): Promise<void> {
  const store = openStore(root);
  const working = await findUnfinishedRun(store, 'task');
  // Owning the run throws a refusal that names its owner.
  if (working?.status === 'running') await (await store.own(working.id, { takeOver: false })).release();
}

/** A new session needs a clean tree or `--allow-dirty`, which makes all changed files foreign. */
export async function requireCleanCheckout(
  { root, hasGit }: TaskFolder,
  allowDirty: boolean,
  docsPath: string,
): Promise<void> {
  if (!hasGit || allowDirty) return;
  // Documents of a spec session do not count as changes (W-88, WO-20).
  await requireCleanTree(root, (file) => file.startsWith(docsPath), 'harness task "<text>" --allow-dirty');
}

/** Where a task works: the user's checkout, or a plain folder when there is no git (W-10, W-60). */
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { Refusal } from '@harness/core/failure/refusal';
import { findRepository } from '@harness/effects/git/repository';
import { requireCleanTree } from '../../repository/clean-tree.ts';
import { openStore } from '../../runs/folder.ts';
import { listRunRows } from '../../runs/read-runs.ts';
import { openTask } from './session-position.ts';

export interface TaskFolder {
  readonly root: string;
  readonly hasGit: boolean;
}

export async function taskFolder(path: string): Promise<TaskFolder> {
  const asked = resolve(path);
  const found = await findRepository(asked);
  switch (found.is) {
    case 'repository':
    case 'no-commits':
      return { root: realpathSync(found.root), hasGit: true };
    case 'none':
      return { root: realpathSync(asked), hasGit: false };
    case 'missing':
      throw new Refusal('repo.missing', { path: asked });
    case 'bare':
      throw new Refusal('repo.bare', { path: found.root });
  }
}

/** Two tasks cannot work in one checkout at the same time. */
export async function requireUnowned(root: string): Promise<void> {
  const store = openStore(root);
  const working = openTask(await listRunRows(store, { children: false }));
  // Who holds it is told by trying to hold it.
  if (working?.status === 'running') await (await store.own(working.id, { takeOver: false })).release();
}

/** A new session begins from a clean tree, or with leave: then what is there is foreign and never touched. */
export async function requireCleanCheckout(
  { root, hasGit }: TaskFolder,
  allowDirty: boolean,
  docsPath: string,
): Promise<void> {
  if (!hasGit || allowDirty) return;
  // What a spec session has left for this one is no dirt (W-88, WO-20).
  await requireCleanTree(root, (file) => file.startsWith(docsPath), 'harness task "<text>" --allow-dirty');
}

/** Where a task works: the user's checkout, or a plain folder when there is no git (W-10, W-60). */
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { Refusal } from '@harness/core/refusal';
import { foreignIn } from '@harness/effects/checkout/foreign';
import { findRepository } from '@harness/effects/git/repository';

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

/** A new session begins from a clean tree, or with leave: then what is there is foreign and never touched. */
export async function requireClean({ root, hasGit }: TaskFolder, allowDirty: boolean): Promise<void> {
  if (!hasGit || allowDirty) return;
  const files = await foreignIn(root);
  if (files.length === 0) return;
  const shown = files.slice(0, 10).join(', ');
  throw new Refusal('tree.dirty', { files: files.length > 10 ? `${shown} … +${files.length - 10}` : shown });
}

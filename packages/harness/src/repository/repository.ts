/** The repository that a command is about. Looking needs only its folder; working needs a commit to begin from. */
import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Refusal } from '@harness/core/failure/refusal';

/** The root of the repository around a path, found without starting git: a look must be fast. */
export function findRepositoryRoot(path: string): string {
  const asked = resolve(path);
  if (!statSync(asked, { throwIfNoEntry: false })?.isDirectory()) throw new Refusal('repo.missing', { path: asked });
  for (let folder = realpathSync.native(asked); ; folder = dirname(folder)) {
    // A task may work in a folder without git: its runs mark the root.
    if (existsSync(join(folder, '.git')) || existsSync(join(folder, '.harness', 'runs'))) return folder;
    if (folder === dirname(folder)) throw new Refusal('repo.none', { path: asked });
  }
}

/** The same, and it can be worked in. */
export async function requireWorkableRoot(path: string): Promise<string> {
  const { findRepository } = await import('@harness/effects/git/repository');
  const asked = resolve(path);
  const found = await findRepository(asked);
  switch (found.is) {
    case 'repository':
      return realpathSync(found.root);
    case 'missing':
      throw new Refusal('repo.missing', { path: asked });
    case 'none':
      // What git says of a plain folder is what we say; only something unusual is worth repeating.
      throw new Refusal('repo.none', {
        path: asked,
        detail: /^not a git repository \(/.test(found.detail) ? '' : found.detail,
      });
    case 'no-commits':
      throw new Refusal('repo.no-commits', { path: found.root });
    case 'bare':
      throw new Refusal('repo.bare', { path: found.root });
  }
}

/** Finds the repository of a command. Reading needs only its folder; working needs a commit. */
import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Refusal } from '@harness/core/failure/refusal';

/** The repository root above a path, found without starting git, to be fast. */
export function findRepositoryRoot(path: string): string {
  const start = resolve(path);
  if (!statSync(start, { throwIfNoEntry: false })?.isDirectory()) throw new Refusal('repo.missing', { path: start });
  for (let folder = realpathSync.native(start); ; folder = dirname(folder)) {
    // A task may work in a folder without git: its runs mark the root.
    if (existsSync(join(folder, '.git')) || existsSync(join(folder, '.harness', 'runs'))) return folder;
    if (folder === dirname(folder)) throw new Refusal('repo.none', { path: start });
  }
}

/** The root of a repository that runs can work in. */
export async function requireWorkableRoot(path: string): Promise<string> {
  const { findRepository } = await import('@harness/effects/git/repository');
  const start = resolve(path);
  const found = await findRepository(start);
  switch (found.is) {
    case 'repository':
      return realpathSync(found.root);
    case 'missing':
      throw new Refusal('repo.missing', { path: start });
    case 'none':
      // Git's usual message adds nothing; only an unusual one is repeated.
      throw new Refusal('repo.none', {
        path: start,
        detail: /^not a git repository \(/.test(found.detail) ? '' : found.detail,
      });
    case 'no-commits':
      throw new Refusal('repo.no-commits', { path: found.root });
    case 'bare':
      throw new Refusal('repo.bare', { path: found.root });
  }
}

/** Finds a file of a commit through the links of that commit: the files of the checkout may be those of an agent. */
import { posix } from 'node:path';
import { gitOrThrow } from '../git/command.ts';

export type TreePath =
  | {
      readonly is: 'file';
      readonly path: string;
      readonly isExecutable: boolean;
      readonly sha: string;
      /** Links on the way. */
      readonly links: readonly string[];
    }
  /** A link leads out of the repository. */
  | { readonly is: 'outside'; readonly target: string }
  | { readonly is: 'missing' };

const maxLinks = 40;

export async function resolveTreePath(repo: string, commit: string, path: string): Promise<TreePath> {
  const links: string[] = [];
  let rest = path.split('/');
  let at = '';
  while (rest.length > 0) {
    const [name = '', ...after] = rest;
    const next = posix.join(at, name);
    if (next.startsWith('..')) return { is: 'outside', target: posix.join(next, ...after) };
    rest = after;
    if (next === '.' || next === at) continue;
    const entry = next === '' ? null : await readEntry(repo, commit, next);
    if (entry?.mode === '120000') {
      links.push(next);
      if (links.length > maxLinks) return { is: 'missing' };
      const target = await gitOrThrow(repo, ['cat-file', 'blob', entry.sha]);
      if (target.startsWith('/')) return { is: 'outside', target };
      rest = [...target.split('/'), ...after];
    } else if (rest.length === 0) {
      const isFile = entry?.mode.startsWith('100') === true;
      return isFile
        ? { is: 'file', path: next, isExecutable: entry.mode === '100755', sha: entry.sha, links }
        : { is: 'missing' };
    } else if (entry === null && name !== '..') return { is: 'missing' };
    else at = next;
  }
  return { is: 'missing' };
}

async function readEntry(repo: string, commit: string, path: string) {
  const listed = await gitOrThrow(repo, ['ls-tree', '-z', '--full-tree', commit, '--', path]);
  const [, mode, sha] = /^(\d+) \w+ (\w+)\t/.exec(listed) ?? [];
  return mode === undefined || sha === undefined ? null : { mode, sha };
}

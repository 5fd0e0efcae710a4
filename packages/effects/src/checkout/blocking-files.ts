/** Whether files can be brought into the checkout: what lies in their place and is in no tree, as ignored files are, stays there. */
import { lstat, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { nullIfMissing } from '../file/file-system.ts';
import { GitError, git, gitOrThrow } from '../git/command.ts';
import { gitOfWorktree } from '../git/worktree/worktree.ts';
import { type ChangedRow, isSubmodule } from './change.ts';
import type { GitCheckoutContext } from './context.ts';
import { withIndex } from './keep-checkout.ts';
import { putRows } from './stage.ts';

const mostNamed = 5;
const nothing = '000000';

/** `own` is the tree that is kept before these rows are brought: what it holds may be taken away. */
export async function requireNoBlockingFiles(
  work: GitCheckoutContext,
  own: string,
  rows: readonly ChangedRow[],
): Promise<void> {
  const added = rows.filter((row) => row.was === nothing && !isSubmodule(row));
  if (added.length === 0) return;
  const names = await gitOrThrow(work.repo, ['ls-tree', '-r', '-z', '--name-only', '--full-tree', own]);
  const kept = new Set(names.split('\0'));
  const found = await Promise.all(added.map(({ path }) => strangerAt(work.repo, path, kept)));
  const strangers = new Set(found.filter((path) => path !== null));
  if (strangers.size === 0) return;
  const same = await alreadyThere(work, added);
  const inTheWay = [...strangers].filter((path) => !same.has(path));
  if (inTheWay.length === 0) return;
  const named = inTheWay.slice(0, mostNamed).join(', ');
  throw new GitError(
    `a file of the work belongs where this lies, which git does not know and nobody has kept: ${named}`,
  );
}

/** The first file at, above or below a path that nobody has kept. A link is a file: it is not gone through. */
async function strangerAt(repo: string, path: string, kept: ReadonlySet<string>): Promise<string | null> {
  const parts = path.split('/');
  for (const at of parts.keys()) {
    const here = parts.slice(0, at + 1).join('/');
    const found = await lstat(join(repo, here)).catch(nullIfMissing);
    if (found === null) return null;
    if (!found.isDirectory()) return kept.has(here) ? null : here;
  }
  const below = await readdir(join(repo, path), { recursive: true, withFileTypes: true });
  const files = below
    .filter((each) => !each.isDirectory())
    .map((each) => relative(repo, join(each.parentPath, each.name)));
  return files.find((file) => !kept.has(file)) ?? null;
}

/** Rows that a try before this one has brought, to the byte. */
async function alreadyThere(work: GitCheckoutContext, rows: readonly ChangedRow[]): Promise<ReadonlySet<string>> {
  const differing = await withIndex(work, async (own) => {
    const env = { ...gitOfWorktree(work.worktree), ...own };
    await putRows(work.repo, rows, own);
    await git(work.repo, ['update-index', '-q', '--refresh'], { env }); // its exit code says that some differ, as they may
    return new Set((await gitOrThrow(work.repo, ['diff-files', '--name-only', '-z'], { env })).split('\0'));
  });
  return new Set(rows.map(({ path }) => path).filter((path) => !differing.has(path)));
}

/** Checks that no file blocks a restore. A file that no tree has, such as an ignored one, is never overwritten. */
import { lstat, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { bytePath } from '../file/byte-name.ts';
import { nullIfMissing } from '../file/file-system.ts';
import { GitError, git, gitOrThrow } from '../git/command.ts';
import { gitOfWorktree } from '../git/worktree/worktree.ts';
import { type ChangedRow, isSubmodule } from './change.ts';
import type { GitCheckoutContext } from './context.ts';
import { withIndex } from './keep-checkout.ts';
import { putRows } from './stage.ts';

const maxNamed = 5;
const noFile = '000000';

/** `own` is the tree that is kept before these rows are written: its files may be replaced. */
export async function requireNoBlockingFiles(
  work: GitCheckoutContext,
  own: string,
  rows: readonly ChangedRow[],
): Promise<void> {
  const added = rows.filter((row) => row.was === noFile && !isSubmodule(row));
  if (added.length === 0) return;
  const names = await gitOrThrow(work.repo, ['ls-tree', '-r', '-z', '--name-only', '--full-tree', own]);
  const kept = new Set(names.split('\0'));
  const unkept = await Promise.all(added.map(({ path }) => findUnkeptFile(work.repo, path, kept)));
  const blocking = new Set(unkept.filter((path) => path !== null));
  if (blocking.size === 0) return;
  const same = await findRestored(work, added);
  const unrelated = [...blocking].filter((path) => !same.has(path));
  if (unrelated.length === 0) return;
  const named = unrelated.slice(0, maxNamed).join(', ');
  throw new GitError(`these files are not tracked by git and would be overwritten: ${named}`);
}

/** The first file at, above or below a path that is not kept; `null` if there is none. A link counts as a file. */
async function findUnkeptFile(repo: string, path: string, kept: ReadonlySet<string>): Promise<string | null> {
  const parts = path.split('/');
  for (const at of parts.keys()) {
    const part = parts.slice(0, at + 1).join('/');
    const found = await lstat(bytePath(repo, part)).catch(nullIfMissing);
    if (found === null) return null;
    if (!found.isDirectory()) return kept.has(part) ? null : part;
  }
  const below = await readdir(join(repo, path), { recursive: true, withFileTypes: true });
  const files = below
    .filter((each) => !each.isDirectory())
    .map((each) => relative(repo, join(each.parentPath, each.name)));
  return files.find((file) => !kept.has(file)) ?? null;
}

/** Paths that an earlier try has restored, byte for byte. */
async function findRestored(work: GitCheckoutContext, rows: readonly ChangedRow[]): Promise<ReadonlySet<string>> {
  const differing = await withIndex(work, async (own) => {
    const env = { ...gitOfWorktree(work.worktree), ...own };
    await putRows(work.repo, rows, own);
    await git(work.repo, ['update-index', '-q', '--refresh'], { env }); // exits with 1 if some files differ, which is expected
    return new Set((await gitOrThrow(work.repo, ['diff-files', '--name-only', '-z'], { env })).split('\0'));
  });
  return new Set(rows.map(({ path }) => path).filter((path) => !differing.has(path)));
}

/**
 * Updates checkouts after their branch was moved.
 *
 *   K1. A clean checkout gets the new files. A checkout with changes of the user stays exactly as it is.
 *   K2. A file of the user that a new file would replace counts as a change, also if git ignores it.
 *   K3. After a crash the state is read again: a checkout at the new commit is done, one at the old commit is updated.
 */
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { MergeAnswer } from '@harness/core/effects/forge';
import { isFolder, nullIfMissing } from '../../file/file-system.ts';
import { git, gitErrorFrom, gitOrThrow } from '../../git/command.ts';

type CheckoutUpdate = Extract<MergeAnswer, { is: 'merged' }>['checkout'];

/** The facts that decide whether a checkout can be updated. */
interface CheckoutLook {
  /** Index and files match the old commit. */
  readonly isBehind: boolean;
  /** The first existing file that a new file would replace. */
  readonly blocking: string | null;
}

export const lookAtCheckouts = (
  folders: readonly string[],
  from: string,
  to: string,
): Promise<readonly CheckoutLook[]> => Promise.all(folders.map((folder) => lookAtCheckout(folder, from, to)));

async function lookAtCheckout(folder: string, from: string, to: string): Promise<CheckoutLook> {
  const [isBehind, blocking] = await Promise.all([isAt(folder, from), findBlockingFile(folder, from, to)]);
  return { isBehind, blocking };
}

/** `looks` are of the same folders and commits, if the caller has just read them. */
export async function updateCheckouts(
  folders: readonly string[],
  from: string,
  to: string,
  looks: readonly CheckoutLook[] = [],
): Promise<CheckoutUpdate> {
  const moved: CheckoutUpdate[] = [];
  for (const [at, folder] of folders.entries())
    moved.push(await updateCheckout(folder, from, to, looks[at] ?? (await lookAtCheckout(folder, from, to))));
  return moved.find(({ is }) => is === 'left') ?? moved[0] ?? { is: 'none' };
}

export async function findCheckouts(repo: string, branch: string): Promise<readonly string[]> {
  const listed = await gitOrThrow(repo, ['worktree', 'list', '--porcelain', '-z']);
  const on = listed.split('\0\0').filter((block) => block.split('\0').includes(`branch refs/heads/${branch}`));
  const folders = on.flatMap((block) => /^worktree (.*)$/s.exec(block.split('\0')[0] ?? '')?.[1] ?? []);
  const exist = await Promise.all(folders.map(isFolder));
  return folders.filter((_, at) => exist[at]);
}

async function updateCheckout(
  folder: string,
  from: string,
  to: string,
  { isBehind, blocking: path }: CheckoutLook,
): Promise<CheckoutUpdate> {
  if (!isBehind && (await isAt(folder, to))) return { is: 'moved' };
  const left = (why: string): CheckoutUpdate => ({
    is: 'left',
    why: explainSkipped(folder, why, path, `${from} ${to}`),
  });
  if (!isBehind) return left('it has uncommitted changes');
  if (path !== null) return left(`${path} exists and would be overwritten`);
  const move = () => git(folder, ['read-tree', '-m', '-u', from, to]);
  const first = await move();
  if (first.exitCode === 0) return { is: 'moved' };
  await git(folder, ['update-index', '-q', '--refresh']); // a touched but unchanged file is not a change
  const result = await move();
  return result.exitCode === 0 ? { is: 'moved' } : left(gitErrorFrom(result).detail);
}

/** Everything except the views of the harness, which may be committed. */
const userFiles = [':(top)', ':(top,exclude).harness'];

/** Until the checkout is updated, git shows the merge as a staged reversal: the user must know before committing. */
function explainSkipped(folder: string, why: string, blocking: string | null, fromTo: string): string {
  const first = blocking === null ? '' : `move ${blocking} away, then `;
  return `${folder} was not updated, because ${why}; ${first}run "git read-tree -m -u ${fromTo}" to update it; your changes are kept`;
}

/** The first existing file that a new file would replace. Since 2.34 git overwrites ignored files silently. */
async function findBlockingFile(folder: string, from: string, to: string): Promise<string | null> {
  const args = ['diff-tree', '-r', '-z', '--no-renames', '--name-status', '--diff-filter=AD', from, to];
  const fields = (await gitOrThrow(folder, args)).split('\0');
  const named = (status: string) => fields.filter((_, at) => at % 2 === 1 && fields[at - 1] === status);
  const known = new Set(named('D')); // git has these
  for (const path of named('A')) {
    const found = await findOccupant(folder, path);
    if (found !== null && !known.has(found)) return found;
  }
  return null;
}

/** The path itself, or a file or link in place of a parent folder; `null` if the path is free. */
async function findOccupant(folder: string, path: string): Promise<string | null> {
  const names = path.split('/');
  for (const at of names.keys()) {
    const part = names.slice(0, at + 1).join('/');
    const found = await lstat(join(folder, part)).catch(nullIfMissing);
    if (found === null) return null;
    if (part === path || !found.isDirectory()) return part;
  }
  return null;
}

/** True if index and files match the commit. Untracked files and the files of the harness are ignored. */
async function isAt(folder: string, commit: string): Promise<boolean> {
  const same = async (...args: string[]) => {
    const result = await git(folder, [
      'diff',
      '--quiet',
      '--no-ext-diff',
      '--no-textconv',
      ...args,
      commit,
      '--',
      ...userFiles,
    ]);
    if (result.exitCode > 1) throw gitErrorFrom(result);
    return result.exitCode === 0;
  };
  return (await Promise.all([same('--cached'), same()])).every(Boolean);
}

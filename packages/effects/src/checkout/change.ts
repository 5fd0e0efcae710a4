/** Computes the change of a run in the checkout as a git tree, without foreign files. */
import { isOwnPath, type OwnChange, toFolderPath } from '@harness/core/checkout/change';
import { gitOrThrow } from '../git/command.ts';
import { treesOf } from '../git/refs/ref.ts';
import { worktreeIndex } from '../git/worktree/index-file.ts';
import { withSnapshot } from '../git/worktree/snapshot.ts';
import type { GitCheckoutContext } from './context.ts';

export interface CheckoutChange {
  /** Tree at the start of the work. */
  readonly from: string;
  readonly to: string;
}

/** Does not touch the index and files of the user. */
export async function readChangeSince(
  { repo, worktree }: GitCheckoutContext,
  base: string | null,
  mine: OwnChange,
): Promise<CheckoutChange> {
  const leave = [...mine.foreign, '.harness/', toFolderPath(mine.docsPath)];
  const start = { seed: worktreeIndex(worktree), known: base, leave };
  const to = await withSnapshot(worktree, start, async ({ tree }) => tree);
  return { from: await writeTree(repo, base), to };
}

/** Writes the empty tree if there is no commit. */
export async function writeTree(repo: string, commit: string | null): Promise<string> {
  if (commit === null) return gitOrThrow(repo, ['hash-object', '-t', 'tree', '-w', '--stdin'], { input: '' });
  const [tree = ''] = await treesOf(repo, commit);
  return tree;
}

/** A changed path; `mode` is 0 if it was deleted. */
export interface ChangedRow {
  readonly mode: string;
  /** Mode before; 000000 if the path did not exist. */
  readonly was: string;
  readonly sha: string;
  readonly path: string;
}

export const isSubmodule = ({ mode, was }: ChangedRow): boolean => [mode, was].includes('160000');

export async function parseRows(repo: string, { from, to }: CheckoutChange): Promise<readonly ChangedRow[]> {
  const args = ['diff-tree', '-r', '--raw', '--no-abbrev', '--no-renames', '-z', from, to];
  const fields = (await gitOrThrow(repo, args)).split('\0');
  return fields.flatMap((field, at): readonly ChangedRow[] => {
    if (at % 2 === 1 || field === '') return [];
    const [was = '', mode = '', , sha = '', status] = field.slice(1).split(' ');
    return [{ mode: status === 'D' ? '0' : mode, was, sha, path: fields[at + 1] ?? '' }];
  });
}

export async function ownRows(repo: string, change: CheckoutChange, mine: OwnChange): Promise<readonly ChangedRow[]> {
  const isOwn = isOwnPath(mine);
  return (await parseRows(repo, change)).filter(({ path }) => isOwn(path));
}

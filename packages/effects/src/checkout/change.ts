/** What a run changed in the checkout, as a tree of git: the working tree as it is now, without what is not its own. */
import { asFolder, isOwnPath, type OwnChange } from '@harness/core/checkout/change';
import { gitOrThrow } from '../git/command.ts';
import { treesOf } from '../git/refs/ref.ts';
import { worktreeIndex } from '../git/worktree/index-file.ts';
import { withSnapshot } from '../git/worktree/snapshot.ts';
import type { GitCheckoutContext } from './context.ts';

export interface CheckoutChange {
  /** The tree that the work began from. */
  readonly from: string;
  readonly to: string;
}

/** The user's index and files are not touched. */
export async function readChangeSince(
  { repo, worktree }: GitCheckoutContext,
  base: string | null,
  mine: OwnChange,
): Promise<CheckoutChange> {
  const leave = [...mine.foreign, '.harness/', asFolder(mine.docsPath)];
  const start = { seed: worktreeIndex(worktree), known: base, leave };
  const to = await withSnapshot(worktree, start, async ({ tree }) => tree);
  return { from: await writeTree(repo, base), to };
}

/** Of no commit: the tree without files. */
export async function writeTree(repo: string, commit: string | null): Promise<string> {
  if (commit === null) return gitOrThrow(repo, ['hash-object', '-t', 'tree', '-w', '--stdin'], { input: '' });
  const [tree = ''] = await treesOf(repo, commit);
  return tree;
}

/** A path whose content is not what it was; `mode` is 0 when it is gone. */
export interface ChangedRow {
  readonly mode: string;
  /** The mode before; 000000 where there was nothing. */
  readonly was: string;
  readonly sha: string;
  readonly path: string;
}

/** On either side: also where a file came in its place, or it in that of a file. */
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

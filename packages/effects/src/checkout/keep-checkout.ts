/** Keeps the checkout under a ref before files are removed, without touching a file or the index. */

import { git, gitOrThrow } from '../git/command.ts';
import { type KeptRef, keepTree, listKeptRefs } from '../git/refs/kept-refs.ts';
import { readRef, treesOf } from '../git/refs/ref.ts';
import { withTemporaryIndex, worktreeIndex } from '../git/worktree/index-file.ts';
import { withSnapshot } from '../git/worktree/snapshot.ts';
import { writeTree } from './change.ts';
import { type CheckoutContext, type GitCheckoutContext, requireGit } from './context.ts';

/** Keeps all files that git does not ignore, including the changes of the user; `null` if HEAD has the same files. */
export async function keepCheckout(
  given: CheckoutContext,
  subject = 'harness: before a patch',
  leave: readonly string[] = [],
): Promise<KeptRef | null> {
  const work = await requireGit(given);
  const base = await readRef(work.repo, 'HEAD^{commit}');
  const start = { seed: worktreeIndex(work.worktree), known: base, leave };
  const tree = await withSnapshot(work.worktree, start, async (now) => now.tree);
  if (tree === (await writeTree(work.repo, base))) return null;
  return keepOnce(work, tree, base, subject);
}

/** Keeps a folder with all its files, also ignored ones, unless HEAD has the same content. */
export async function keepFolder(work: GitCheckoutContext, folder: string): Promise<void> {
  const base = await readRef(work.repo, 'HEAD^{commit}');
  await withIndex(work, async (env) => {
    await gitOrThrow(work.repo, ['add', '--force', '--', `:(top,literal)${folder}`], { env });
    const inFolder = await git(work.repo, ['write-tree', `--prefix=${folder}/`], { env });
    if (inFolder.exitCode !== 0) return; // no file in it
    if (base !== null && (await readRef(work.repo, `${base}:${folder}`)) === inFolder.stdout.trim()) return;
    const tree = await gitOrThrow(work.repo, ['write-tree'], { env });
    await keepOnce(work, tree, base, 'harness: papers of a session');
  });
}

/** Keeps a tree under a ref of the run, unless the branch contains it. Returns its commit. */
export async function keepState(work: GitCheckoutContext, tree: string, base: string | null): Promise<string> {
  if (base !== null && (await treesOf(work.repo, base)).includes(tree)) return base;
  const kept = await listKeptRefs(work);
  const newest = kept.at(-1);
  if (newest?.tree !== tree) return (await keepTree(work, { tree, base, subject: 'harness: checkpoint' }, kept)).commit;
  if (work.interrupted) await work.kept(newest.ref); // the earlier process may have died before it reported the ref
  return newest.commit;
}

/** Keeps a tree under a ref of the run, or finds the ref that has it. */
export async function keepOnce(work: GitCheckoutContext, tree: string, base: string | null, subject: string) {
  const kept = await listKeptRefs(work);
  const earlier = kept.find((each) => each.tree === tree);
  if (!earlier) return keepTree(work, { tree, base, subject }, kept);
  if (work.interrupted) await work.kept(earlier.ref); // the earlier process may have died before it reported the ref
  return earlier;
}

export const withIndex = <Value>(
  { worktree }: GitCheckoutContext,
  use: Parameters<typeof withTemporaryIndex<Value>>[1],
): Promise<Value> => withTemporaryIndex(worktree.gitDir, use);

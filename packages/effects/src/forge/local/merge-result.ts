/** What merging a branch into its base would give, without touching any file; and whether it has been merged by now. */
import { git, gitErrorFrom, gitOrThrow } from '../../git/command.ts';
import type { LocalRepository } from './local-repository.ts';

export type MergeResult =
  | { readonly is: 'clean'; readonly tree: string }
  | { readonly is: 'conflict'; readonly files: readonly string[] };

export async function mergeResult({ repo, bare }: LocalRepository, base: string, head: string): Promise<MergeResult> {
  await bring(repo, bare, head);
  const args = ['merge-tree', '--write-tree', '--no-messages', '--name-only', '-z', base, head];
  const result = await git(repo, args);
  if (result.exitCode !== 0 && result.exitCode !== 1) throw gitErrorFrom(result);
  const [tree = '', ...files] = result.stdout.split('\0').filter((part) => part !== '');
  return result.exitCode === 0 ? { is: 'clean', tree } : { is: 'conflict', files };
}

/** Somebody may have pushed to the bare repository from elsewhere. */
async function bring(repo: string, bare: string, head: string): Promise<void> {
  const known = await git(repo, ['cat-file', '-e', `${head}^{commit}`]);
  if (known.exitCode === 0) return;
  await gitOrThrow(repo, [
    'fetch',
    '--quiet',
    '--no-tags',
    '--no-write-fetch-head',
    bare,
    '+refs/heads/*:refs/harness/forge/*',
  ]);
}

export interface LandedMerge {
  /** The commit of the base that brought it in; the head itself where the base was moved straight to it. */
  readonly sha: string;
  readonly by: string;
  /** The effect of ours that did it; empty when a person did. */
  readonly effect: string;
  readonly atMs: number;
}

/** How the head came into the base, whoever merged it; null when it did not. */
export async function findLandedMerge(
  { repo, bare }: LocalRepository,
  base: string,
  head: string,
): Promise<LandedMerge | null> {
  await bring(repo, bare, head);
  const isIn = await git(repo, ['merge-base', '--is-ancestor', head, base]);
  if (isIn.exitCode === 1) return null;
  if (isIn.exitCode !== 0) throw gitErrorFrom(isIn);
  const lines = async (...args: string[]) =>
    (await gitOrThrow(repo, ['rev-list', ...args])).split('\n').filter(Boolean);
  const after = new Set(await lines('--ancestry-path', `${head}..${base}`));
  const sha = (await lines('--first-parent', base, `^${head}`)).findLast((commit) => after.has(commit)) ?? head;
  const format = '--format=%cn%x00%ct%x00%(trailers:key=Harness-Effect,valueonly)';
  const [name = '', seconds = '0', effect = ''] = (await gitOrThrow(repo, ['log', '-1', format, sha])).split('\0');
  const ours = sha === head ? '' : effect.trim(); // the head's own trailer tells who committed it, not who merged it
  return { sha, by: ours === '' ? name : 'harness', effect: ours, atMs: Number(seconds) * 1_000 };
}

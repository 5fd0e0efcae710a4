/** Computes the result of merging a branch into its base without touching files, and whether it is already merged. */

import { git, gitErrorFrom, gitOrThrow } from '../../git/command.ts';
import { mergeToTree } from '../../git/refs/ref.ts';
import type { LocalRepository } from './local-repository.ts';

export type MergeResult =
  | { readonly is: 'clean'; readonly tree: string }
  | { readonly is: 'conflict'; readonly files: readonly string[] };

export async function mergeResult({ repo, bare }: LocalRepository, base: string, head: string): Promise<MergeResult> {
  await fetchIfMissing(repo, bare, head);
  const { isClean, tree, files } = await mergeToTree(repo, base, head);
  return isClean ? { is: 'clean', tree } : { is: 'conflict', files };
}

/** Another process may have pushed to the bare repository. */
async function fetchIfMissing(repo: string, bare: string, head: string): Promise<void> {
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
  /** Commit of the base that contains it first; the head itself after a fast-forward. */
  readonly sha: string;
  readonly by: string;
  /** Effect that merged it; empty if a person did. */
  readonly effect: string;
  readonly atMs: number;
}

/** How the head came into the base; `null` if it is not merged. */
export async function findLandedMerge(
  { repo, bare }: LocalRepository,
  base: string,
  head: string,
): Promise<LandedMerge | null> {
  await fetchIfMissing(repo, bare, head);
  const isIn = await git(repo, ['merge-base', '--is-ancestor', head, base]);
  if (isIn.exitCode === 1) return null;
  if (isIn.exitCode !== 0) throw gitErrorFrom(isIn);
  const lines = async (...args: string[]) =>
    (await gitOrThrow(repo, ['rev-list', ...args])).split('\n').filter(Boolean);
  const after = new Set(await lines('--ancestry-path', `${head}..${base}`));
  const sha = (await lines('--first-parent', base, `^${head}`)).findLast((commit) => after.has(commit)) ?? head;
  const format = '--format=%cn%x00%ct%x00%(trailers:key=Harness-Effect,valueonly)';
  const [name = '', seconds = '0', effect = ''] = (await gitOrThrow(repo, ['log', '-1', format, sha])).split('\0');
  const ours = sha === head ? '' : effect.trim(); // the head's own trailer names the effect that committed it, not the merge
  return { sha, by: ours === '' ? name : 'harness', effect: ours, atMs: Number(seconds) * 1_000 };
}

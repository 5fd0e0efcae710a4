/** The file in which git remembers what it knows of a worktree. */
import { copyFile, rename, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Worktree } from './worktree.ts';

export const worktreeIndex = ({ gitDir }: Worktree): string => join(gitDir, 'index');

/**
 * Git trusts an entry that is older than the index file, so a copy must not look newer than its original. One
 * microsecond less is what survives the rounding of a time that JavaScript can express.
 */
export async function copyIndex(from: string, to: string): Promise<void> {
  const { mtimeNs } = await stat(from, { bigint: true });
  const coming = `${to}.coming`;
  await copyFile(from, coming);
  const seconds = Number(mtimeNs / 1000n - 1n) / 1e6;
  await utimes(coming, seconds, seconds);
  await rename(coming, to);
}

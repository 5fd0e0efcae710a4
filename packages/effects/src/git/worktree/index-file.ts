/** Finds and copies the index file of a worktree. */
import { copyFile, mkdtemp, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceThroughDraft } from '../../file/replace-file.ts';
import type { Worktree } from './worktree.ts';

export const worktreeIndex = ({ gitDir }: Worktree): string => join(gitDir, 'index');

/** Git trusts entries older than the index file, so a copy is made one microsecond older, which survives rounding. */
export async function copyIndex(from: string, to: string): Promise<void> {
  const { mtimeNs } = await stat(from, { bigint: true });
  const seconds = Number(mtimeNs / 1000n - 1n) / 1e6;
  await replaceThroughDraft(to, { durable: false }, async (draft) => {
    await copyFile(from, draft);
    await utimes(draft, seconds, seconds);
  });
}

/** Uses a temporary index below `folder`: no other index is touched. */
export async function withTemporaryIndex<Value>(
  folder: string,
  use: (env: { readonly GIT_INDEX_FILE: string }) => Promise<Value>,
): Promise<Value> {
  const temporary = await mkdtemp(join(folder, 'harness-index-'));
  try {
    return await use({ GIT_INDEX_FILE: join(temporary, 'index') });
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

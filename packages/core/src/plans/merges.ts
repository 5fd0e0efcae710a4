/** Finds new merges; each counts once, by the harness or a person. The first look only records the current ones (DO-12). */
import type { MergedPull } from '../forge/pull-request.ts';

/** Number of newest merges to compare. */
export const maxComparedMerges = 5;

/** `seen` are the merges of the last look, newest first; `null` before the first look. */
export function newMerges(seen: readonly string[] | null, listed: readonly MergedPull[]): readonly string[] {
  if (seen === null) return [];
  return listed.map(({ sha }) => sha).filter((sha) => !seen.includes(sha));
}

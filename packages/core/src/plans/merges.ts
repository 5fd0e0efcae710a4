/** Which merges are news: each is counted once, whoever merged it; the first look only anchors (DO-12). */
import type { MergedPull } from '../forge/pull-request.ts';

/** So many of the newest are looked at. */
export const mergesSeen = 5;

/** `seen` are the newest at the last look, newest first; nothing before the first. */
export function newMerges(seen: readonly string[] | null, listed: readonly MergedPull[]): readonly string[] {
  if (seen === null) return [];
  return listed.map(({ sha }) => sha).filter((sha) => !seen.includes(sha));
}

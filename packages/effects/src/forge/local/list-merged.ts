/** What was merged last at the local forge, by us or by hand. */
import type { MergedPull } from '@harness/core/effects/forge';
import type { LocalRepository } from './local-repository.ts';
import { readPulls } from './pull-file.ts';
import { readLocalPull } from './read-pull.ts';

export async function listLocalMerged(
  place: LocalRepository,
  base: string,
  most: number,
): Promise<readonly MergedPull[]> {
  const found: MergedPull[] = [];
  for (const file of await readPulls(place.folder)) {
    if (file.base !== base || file.state === 'closed') continue;
    const { pull, branch, state, merged } = (await readLocalPull(place, file.pull)).file;
    if (state !== 'merged' || merged === undefined) continue;
    found.push({ is: 'merged', pull, branch, sha: merged.sha, by: merged.by, atMs: Date.parse(merged.at) });
  }
  return found.sort((one, other) => other.atMs - one.atMs || other.pull - one.pull).slice(0, most);
}

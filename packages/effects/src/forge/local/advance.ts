/** Moves the base of the target on by compare-and-swap; the bare repository and clean checkouts follow, as after a merge. */
import { git, gitErrorFrom } from '../../git/command.ts';
import { readRef } from '../../git/refs/ref.ts';
import type { AdvanceArgs } from '../forge.ts';
import { updateCheckouts } from './follow-checkouts.ts';
import { type LocalRepository, mirrorBase } from './local-repository.ts';

export async function advanceLocal(place: LocalRepository, { base, from, commit }: AdvanceArgs): Promise<boolean> {
  const ref = `refs/heads/${base}`;
  if ((await readRef(place.repo, ref)) !== commit) {
    const moved = await git(place.repo, ['update-ref', '-m', 'harness: file a plan', ref, commit, from]);
    if (moved.exitCode !== 0) {
      if ((await readRef(place.repo, ref)) === from) throw gitErrorFrom(moved);
      return false;
    }
  }
  await mirrorBase(place, base, commit);
  await updateCheckouts(place.repo, base, from, commit);
  return true;
}

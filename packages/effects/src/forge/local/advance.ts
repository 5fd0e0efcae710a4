/** Moves the base of the target on by compare-and-swap; the bare repository and clean checkouts follow, as after a merge. */
import { git, refusal } from '../../git/command.ts';
import { readRef } from '../../git/ref.ts';
import type { AdvanceArgs } from '../forge.ts';
import { moveCheckouts } from './checkout.ts';
import { mirrorBase, type Place } from './place.ts';

export async function advanceLocal(place: Place, { base, from, commit }: AdvanceArgs): Promise<boolean> {
  const ref = `refs/heads/${base}`;
  if ((await readRef(place.repo, ref)) !== commit) {
    const moved = await git(place.repo, ['update-ref', '-m', 'harness: file a plan', ref, commit, from]);
    if (moved.exitCode !== 0) {
      if ((await readRef(place.repo, ref)) === from) throw refusal(moved);
      return false;
    }
  }
  await mirrorBase(place, base, commit);
  await moveCheckouts(place.repo, base, from, commit);
  return true;
}

/**
 * Merges at the local forge: a merge commit on the base of the target, put there by compare-and-swap.
 *
 *   M1. Exactly once: a head that is in the base is merged, and the trailer of the commit says by which effect.
 *   M2. Only the result that the checks have seen is merged; when the base moved on since, they must see the new one.
 *   M3. The base of the target is moved first; the bare repository, the file and the checkouts follow, and after a crash
 *       they follow the next time.
 */
import type { MergeAnswer } from '@harness/core/effects/forge';
import { git, gitErrorFrom } from '../../git/command.ts';
import { gitAsAuthor } from '../../git/commit-author.ts';
import { messageOf } from '../../git/refs/commit.ts';
import { readRef } from '../../git/refs/ref.ts';
import type { ForgeTask, MergeArgs } from '../forge.ts';
import { updateCheckouts } from './follow-checkouts.ts';
import { baseTip, type LocalRepository, mirrorBase } from './local-repository.ts';
import { findLandedMerge, mergeResult } from './merge-result.ts';
import { type LocalPull, pullStateOf, readLocalPull, recordMerge } from './read-pull.ts';

export async function mergeLocal(place: LocalRepository, args: MergeArgs, task: ForgeTask): Promise<MergeAnswer> {
  const seen = await readLocalPull(place, args.pull);
  const state = pullStateOf(seen.file);
  if (state.is === 'closed') return state;
  if (state.is === 'merged') return finished(place, seen, task);
  if (seen.head !== args.head) return { is: 'changed', head: seen.head };
  if (seen.file.isDraft) return { is: 'blocked', detail: 'it is a draft' };
  return put(place, seen, args, task);
}

async function put(place: LocalRepository, seen: LocalPull, args: MergeArgs, task: ForgeTask): Promise<MergeAnswer> {
  const { repo } = place;
  const { base, checks } = seen.file;
  const tip = await baseTip(place, base);
  const result = await mergeResult(place, tip, seen.head);
  if (result.is === 'conflict') return result;
  if (checks !== undefined && checks.tree !== result.tree) return { is: 'behind' };
  const message = messageOf(task, `${args.title}\n\n${args.message}`);
  const parents = ['-p', tip, '-p', seen.head];
  const commit = await gitAsAuthor(repo, ['commit-tree', result.tree, ...parents, '-F', '-'], { input: message });
  const moved = await git(repo, ['update-ref', '-m', `merge: ${args.title}`, `refs/heads/${base}`, commit, tip]);
  if (moved.exitCode !== 0) {
    if ((await readRef(repo, `refs/heads/${base}`)) === tip) throw gitErrorFrom(moved);
    return { is: 'behind' }; // somebody else was faster
  }
  const found = await findLandedMerge(place, commit, seen.head);
  if (found === null) throw new Error(`${commit} was made without its second parent`);
  const file = await recordMerge(place, seen.file, seen.head, found);
  return finished(place, { ...seen, file }, task);
}

/** What follows a merge, whoever made it. Only a checkout that our own merge left behind is moved along. */
async function finished(place: LocalRepository, { file, head }: LocalPull, task: ForgeTask): Promise<MergeAnswer> {
  const { merged, base } = file;
  if (merged === undefined) throw new Error(`Pull request ${file.pull} is not merged`);
  const { sha, by, at } = merged;
  await mirrorBase(place, base, await baseTip(place, base));
  const found = await findLandedMerge(place, sha, head);
  const isOurs = found?.effect === task.effect;
  const checkout = isOurs ? await updateCheckouts(place.repo, base, `${sha}^1`, sha) : ({ is: 'none' } as const);
  return { is: 'merged', sha, by, atMs: Date.parse(at), checkout };
}

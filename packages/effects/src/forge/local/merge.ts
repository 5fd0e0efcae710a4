/**
 * Merges at the local forge: puts a merge commit on the base of the target by compare-and-swap.
 *
 *   M1. Exactly once: a head in the base is merged, and the trailer of the commit names the effect.
 *   M2. Only the checked result is merged, and only if its checks are green. If the base has moved since, they must run
 *       again.
 *   M3. The base of the target moves first. The bare repository, the pull request and the checkouts follow, after a
 *       crash on the next try.
 */
import type { MergeAnswer } from '@harness/core/effects/forge';
import { relevantChecks } from '@harness/core/forge/checks';
import { git, gitErrorFrom } from '../../git/command.ts';
import { gitAsAuthor } from '../../git/commit-author.ts';
import { messageOf } from '../../git/refs/commit.ts';
import { readRef } from '../../git/refs/ref.ts';
import type { ForgeTask, MergeArgs } from '../forge.ts';
import { findCheckouts, updateCheckouts } from './follow-checkouts.ts';
import { baseTip, type LocalRepository, mirrorBase } from './local-repository.ts';
import { findLandedMerge, mergeResult } from './merge-result.ts';
import { type LocalPull, pullStateOf, readLocalPull, recordMerge } from './read-pull.ts';

export async function mergeLocal(local: LocalRepository, args: MergeArgs, task: ForgeTask): Promise<MergeAnswer> {
  const seen = await readLocalPull(local, args.pull);
  const state = pullStateOf(seen.file);
  if (state.is === 'closed') return state;
  if (state.is === 'merged') return completeMerge(local, seen, task);
  if (seen.head !== args.head) return { is: 'changed', head: seen.head };
  if (seen.file.isDraft) return { is: 'blocked', detail: 'it is a draft' };
  return createMerge(local, seen, args, task);
}

async function createMerge(
  local: LocalRepository,
  seen: LocalPull,
  args: MergeArgs,
  task: ForgeTask,
): Promise<MergeAnswer> {
  const { repo } = local;
  const { base, checks } = seen.file;
  const tip = await baseTip(local, base);
  const result = await mergeResult(local, tip, seen.head);
  if (result.is === 'conflict') return result;
  if (checks !== undefined && checks.tree !== result.tree) return { is: 'behind' };
  const red = relevantChecks(checks?.results ?? [], args.ignore ?? [])
    .filter(({ colour }) => colour !== 'green')
    .map(({ name }) => name);
  if (red.length > 0) return { is: 'blocked', detail: `these checks are not green: ${red.join(', ')}` };
  const message = messageOf(task, `${args.title}\n\n${args.message}`);
  const parents = ['-p', tip, '-p', seen.head];
  const commit = await gitAsAuthor(repo, ['commit-tree', result.tree, ...parents, '-F', '-'], { input: message });
  const moved = await git(repo, ['update-ref', '-m', `merge: ${args.title}`, `refs/heads/${base}`, commit, tip]);
  if (moved.exitCode !== 0) {
    if ((await readRef(repo, `refs/heads/${base}`)) === tip) throw gitErrorFrom(moved);
    return { is: 'behind' }; // another process was faster
  }
  const found = await findLandedMerge(local, commit, seen.head);
  if (found === null) throw new Error(`${commit} was made without its second parent`);
  const file = await recordMerge(local, seen.file, seen.head, found);
  return completeMerge(local, { ...seen, file }, task);
}

/** Completes the steps after a merge, also of a person. Updates checkouts only after a merge of this effect. */
async function completeMerge(local: LocalRepository, { file, head }: LocalPull, task: ForgeTask): Promise<MergeAnswer> {
  const { merged, base } = file;
  if (merged === undefined) throw new Error(`Pull request ${file.pull} is not merged`);
  const { sha, by, at } = merged;
  await mirrorBase(local, base, await baseTip(local, base));
  const found = await findLandedMerge(local, sha, head);
  const isOurs = found?.effect === task.effect;
  const checkout = isOurs
    ? await updateCheckouts(await findCheckouts(local.repo, base), `${sha}^1`, sha)
    : ({ is: 'none' } as const);
  return { is: 'merged', sha, by, atMs: Date.parse(at), checkout };
}

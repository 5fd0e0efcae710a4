/**
 * Saves the state of a lane as a commit under a kept ref, on no branch.
 *
 *   C1. Without a change there is no new ref: a second try answers the same commit.
 *   C2. Commits of the agent are kept, and the branch is reset to the base.
 *   C3. Files in the harness folder are never part of it (`harness-folder.ts`).
 */
import type { Checkpoint, Lane } from '@harness/core/effects/git';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { writeArtifact } from '../../artifact/store.ts';
import type { GitContext } from '../context.ts';
import { keepTree, listKeptRefs } from '../refs/kept-refs.ts';
import { treesOf } from '../refs/ref.ts';
import { diffBetween } from '../worktree/diff.ts';
import { touchesHarnessFolder, withoutHarnessFolder } from '../worktree/harness-folder.ts';
import { treeIn } from '../worktree/snapshot.ts';
import type { Worktree } from '../worktree/worktree.ts';
import { writeLaneFiles } from '../worktree/write-files.ts';
import { laneFolder } from './lane.ts';
import { withLaneLock } from './lane-lock.ts';
import { recreateLane } from './lost-lane.ts';
import { noticeOverlaps } from './overlap.ts';

type Saving = { readonly lane: Lane; readonly since?: string };

export async function performCheckpoint(work: GitContext, { lane, since }: Saving): Promise<Outcome<Checkpoint>> {
  const { repo, runFolder } = work;
  const folder = laneFolder(repo, lane.path);
  return withLaneLock(folder, async () => {
    const worktree = await recreateLane(work, folder, lane);
    const commit = await save(work, worktree, lane);
    const { changedFiles, touched, names, text } = await diffBetween(repo, lane.brought?.merged ?? lane.base, commit);
    await noticeOverlaps(work, worktree, lane, { commit, files: names });
    const diff = await writeArtifact(runFolder, `${commit}.diff`, text);
    if (since === undefined) return ok({ commit, changedFiles, touched, diff });
    const step = await diffBetween(repo, since, commit);
    const name = `${commit}-since-${since.slice(0, 12)}.diff`;
    return ok({ commit, changedFiles, touched, diff, since: await writeArtifact(runFolder, name, step.text) });
  });
}

async function save(work: GitContext, worktree: Worktree, lane: Lane): Promise<string> {
  const tree = await treeIn(worktree, lane.base);
  const start = lane.brought?.merged ?? lane.base;
  const touched = await touchesHarnessFolder(work.repo, start, tree);
  if (touched.length === 0) return saveTree(work, lane, tree);
  const whole = await keepTree(work, { tree, base: lane.base, subject: 'harness: left out' }, await listKeptRefs(work));
  const commit = await saveTree(work, lane, await withoutHarnessFolder(worktree, start, tree));
  await writeLaneFiles(worktree, commit, whole.ref);
  await work.leftOut?.(touched);
  return commit;
}

async function saveTree(work: GitContext, { base, brought }: Lane, tree: string): Promise<string> {
  const kept = await listKeptRefs(work);
  const newest = kept.at(-1);
  if (newest?.tree === tree) {
    if (work.interrupted) await work.kept(newest.ref); // the earlier process may have died before it reported the ref
    return newest.commit;
  }
  const start = brought?.merged ?? base;
  if ((await treesOf(work.repo, start)).includes(tree)) return start;
  return (await keepTree(work, { tree, base, subject: 'harness: checkpoint' }, kept)).commit;
}

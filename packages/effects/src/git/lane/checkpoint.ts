/**
 * Saves the state of a lane as a commit under a kept ref, on no branch.
 *
 *   C1. Without a change there is no new ref: a second try answers the same commit.
 *   C2. Commits of the agent are kept, and the branch is reset to the base.
 *   C3. Files in the harness folder are never part of it (`harness-folder.ts`).
 *   C4. Held files are as in their commit (`held-files.ts`). The version of the agent is kept and reported.
 */
import type { Checkpoint, HeldFiles, Lane } from '@harness/core/effects/git';
import { type Outcome, ok } from '@harness/core/failure/failure';
import type { Artifact } from '@harness/core/journal/artifact';
import { writeArtifact } from '../../artifact/store.ts';
import type { GitContext } from '../context.ts';
import { type KeptRef, keepCommit, keepTree, listKeptRefs, writeCommitToKeep } from '../refs/kept-refs.ts';
import { treesOf } from '../refs/ref.ts';
import { type Diff, diffBetween } from '../worktree/diff.ts';
import { mayTouchHarnessFolder, touchesHarnessFolder, withoutHarnessFolder } from '../worktree/harness-folder.ts';
import { treeWithHeldFiles } from '../worktree/held-files.ts';
import { treeIn } from '../worktree/snapshot.ts';
import type { Worktree } from '../worktree/worktree.ts';
import { writeLaneFiles } from '../worktree/write-files.ts';
import { laneFolder } from './lane.ts';
import { withLaneLock } from './lane-lock.ts';
import { changedPaths } from './lane-snapshot.ts';
import { recreateLane } from './lost-lane.ts';
import { noticeOverlaps } from './overlap.ts';

type Saving = { readonly lane: Lane; readonly since?: string; readonly holds?: HeldFiles };

export async function performCheckpoint(
  work: GitContext,
  { lane, since, holds }: Saving,
): Promise<Outcome<Checkpoint>> {
  const { repo, runFolder } = work;
  const folder = laneFolder(repo, lane.path);
  return withLaneLock(folder, async () => {
    const worktree = await recreateLane(work, folder, lane);
    const { commit, diff: found, file: diff } = await save(work, worktree, lane, holds);
    const { changedFiles, touched, names } = found;
    await noticeOverlaps(work, worktree, lane, { commit, files: names });
    if (since === undefined) return ok({ commit, changedFiles, touched, diff });
    const step = await diffBetween(repo, since, commit);
    const name = `${commit}-since-${since.slice(0, 12)}.diff`;
    return ok({ commit, changedFiles, touched, diff, since: await writeArtifact(runFolder, name, step.text) });
  });
}

interface Saved {
  readonly commit: string;
  /** From the start of the lane to the commit. */
  readonly diff: Diff;
  readonly file: Artifact;
}

const writeDiff = ({ runFolder }: GitContext, commit: string, { text }: Diff): Promise<Artifact> =>
  writeArtifact(runFolder, `${commit}.diff`, text);

/** The commit is written while git compares its tree; a ref names it only if the tree is as the harness wants it. */
async function save(work: GitContext, worktree: Worktree, lane: Lane, holds: HeldFiles | undefined): Promise<Saved> {
  const tree = await treeIn(worktree, lane.base);
  const wanted = holds === undefined ? tree : await treeWithHeldFiles(worktree, tree, holds);
  const start = lane.brought?.merged ?? lane.base;
  const kept = await listKeptRefs(work);
  const [diff, commit] = await Promise.all([
    diffBetween(work.repo, start, wanted),
    commitOfTree(work, lane, wanted, kept),
  ]);
  const touched = mayTouchHarnessFolder(diff) ? await touchesHarnessFolder(work.repo, start, wanted) : [];
  if (wanted === tree && touched.length === 0) {
    const [file] = await Promise.all([writeDiff(work, commit, diff), keepCheckpoint(work, start, commit, kept)]);
    return { commit, diff, file };
  }
  const saved = await saveCorrected(work, worktree, lane, { tree, wanted, touched });
  await reportRestored(work, { tree, wanted }, holds);
  return saved;
}

/** Files that the harness itself adds or removes are no news. */
async function reportRestored(
  work: GitContext,
  { tree, wanted }: { readonly tree: string; readonly wanted: string },
  holds: HeldFiles | undefined,
): Promise<void> {
  if (holds === undefined || holds.gone !== undefined) return;
  const restored = (await changedPaths(work.repo, tree, wanted)).filter((path) => holds.files.includes(path));
  if (restored.length > 0) await work.restored?.(restored);
}

/** Keeps the files of the agent, and gives the lane the wanted ones. */
async function saveCorrected(
  work: GitContext,
  worktree: Worktree,
  lane: Lane,
  { tree, wanted, touched }: { readonly tree: string; readonly wanted: string; readonly touched: readonly string[] },
): Promise<Saved> {
  const start = lane.brought?.merged ?? lane.base;
  const whole = await keepAgentFiles(work, lane, tree);
  const kept = await listKeptRefs(work);
  const right = touched.length === 0 ? wanted : await withoutHarnessFolder(worktree, start, wanted);
  const commit = await commitOfTree(work, lane, right, kept);
  await keepCheckpoint(work, start, commit, kept);
  await writeLaneFiles(worktree, commit, whole);
  if (touched.length > 0) await work.leftOut?.(touched);
  const diff = await diffBetween(work.repo, start, commit);
  return { commit, diff, file: await writeDiff(work, commit, diff) };
}

/** The ref of the files of the agent; `null` if it changed no file. */
async function keepAgentFiles(work: GitContext, lane: Lane, tree: string): Promise<string | null> {
  if ((await treesOf(work.repo, lane.brought?.merged ?? lane.base)).includes(tree)) return null;
  const subject = 'harness: left out';
  return (await keepTree(work, { tree, base: lane.base, subject }, await listKeptRefs(work))).ref;
}

/** The newest kept commit or the start of the lane if it has this tree, else a new commit. */
async function commitOfTree(
  work: GitContext,
  { base, brought }: Lane,
  tree: string,
  kept: readonly KeptRef[],
): Promise<string> {
  const newest = kept.at(-1);
  if (newest?.tree === tree) return newest.commit;
  const start = brought?.merged ?? base;
  if ((await treesOf(work.repo, start)).includes(tree)) return start;
  return writeCommitToKeep(work, { tree, base, subject: 'harness: checkpoint' }, kept);
}

async function keepCheckpoint(work: GitContext, start: string, commit: string, kept: readonly KeptRef[]) {
  const newest = kept.at(-1);
  if (newest?.commit !== commit) {
    if (commit !== start) await keepCommit(work, commit, kept);
  } else if (work.interrupted) await work.kept(newest.ref); // the earlier process may have died before it reported the ref
}

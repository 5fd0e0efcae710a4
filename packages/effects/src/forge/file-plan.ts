/**
 * Files a plan that is merged: its file goes to the completed ones, as one `chore:` commit on the base of the forge (D-43).
 *
 *   F1. It is done in git alone: the files of a checkout follow as after a merge.
 *   F2. Once: a plan that lies among the completed ones is filed. A base that moved meanwhile is taken as it is now.
 *   F3. Where a rule of the forge refuses the commit, it goes by a pull request of its own.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, posix } from 'node:path';
import type { Filed as FiledPlan } from '@harness/core/effects/filing';
import { readPlan, withStatus } from '@harness/core/sources/plan-file';
import { git, gitOrThrow } from '../git/command.ts';
import { effectOf, messageOf } from '../git/commit.ts';
import { writeCommit } from '../git/ref.ts';
import { fileByPull } from './file-by-pull.ts';
import type { Forge, ForgeTask } from './forge.ts';
import { ForgeError } from './trouble.ts';

export interface FileArgs {
  readonly id: string;
  /** By its path in the repository. */
  readonly file: string;
  readonly completedDir: string;
  readonly base: string;
  /** For the pull request, where there has to be one. */
  readonly label: string;
}

/** A base that moves faster than this is somebody's to look at. */
const tries = 5;

type Filed = Omit<FiledPlan, 'local'>;

export async function filePlan(forge: Forge, repo: string, args: FileArgs, task: ForgeTask): Promise<Filed> {
  for (let left = tries; left > 0; left--) {
    const tip = await forge.fetchBase(args.base, task);
    const tree = await treeWith(repo, tip, args);
    if (tree === null) return earlier(forge, repo, tip, args.base, task);
    const commit = await writeCommit(repo, tree, tip, messageOf(task, `chore: complete plan ${args.id}`));
    const moved = await forge.advance({ base: args.base, from: tip, commit }, task).catch(ruledOut);
    if (moved === 'ruled-out') return fileByPull(forge, commit, args, task);
    if (moved) return { commit };
  }
  throw new ForgeError('forge.branch-moved', {
    branch: args.base,
    expected: 'a base that rests',
    found: 'one that moves',
  });
}

/** A protected branch, or no right to push to it: whoever asked for the merge had another way than this. */
function ruledOut(error: unknown): 'ruled-out' {
  const rules: readonly string[] = ['forge.refused', 'forge.forbidden'];
  if (error instanceof ForgeError && rules.includes(error.failure.code)) return 'ruled-out';
  throw error;
}

/** It is filed. If an earlier try of this effect did it, what follows a move of the base may still be missing. */
async function earlier(forge: Forge, repo: string, tip: string, base: string, task: ForgeTask): Promise<Filed> {
  if ((await effectOf(repo, tip)) !== task.effect) return { commit: null };
  const from = await gitOrThrow(repo, ['rev-parse', `${tip}^1`]);
  await forge.advance({ base, from, commit: tip }, task);
  return { commit: tip };
}

/** The tree of the base with the plan in its new place; null when it is not in its old one. */
async function treeWith(repo: string, tip: string, { file, completedDir }: FileArgs): Promise<string | null> {
  const found = await git(repo, ['ls-tree', '-z', tip, '--', file]);
  const [mode = ''] = found.stdout.split(' ');
  if (found.stdout === '') return null;
  const text = (await git(repo, ['show', `${tip}:${file}`])).stdout;
  const input = readPlan(file, text).ok ? withStatus(text, 'completed') : text; // what it became is not ours to mend
  const blob = await gitOrThrow(repo, ['hash-object', '-w', '--stdin'], { input });
  const folder = await mkdtemp(join(tmpdir(), 'harness-index-'));
  try {
    const env = { GIT_INDEX_FILE: join(folder, 'index') };
    await gitOrThrow(repo, ['read-tree', tip], { env });
    await gitOrThrow(repo, ['update-index', '--force-remove', '--', file], { env });
    const place = posix.join(completedDir, basename(file));
    await gitOrThrow(repo, ['update-index', '--add', '--cacheinfo', `${mode},${blob},${place}`], { env });
    return await gitOrThrow(repo, ['write-tree'], { env });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Resets the branch of a lane after an agent: it may commit, switch, detach or stop in the middle of a rebase, though
 * only the harness commits.
 *
 *   B1. Commits and autostashes of the agent are kept under a ref.
 *   B2. The branch is reset to the base and HEAD to the branch; no file is touched.
 */
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { nullIfMissing } from '../../file/file-system.ts';
import { git, gitOrThrow } from '../command.ts';
import type { GitContext } from '../context.ts';
import { type BranchStart, branchRef } from '../lane/branch-ownership.ts';
import type { Worktree } from '../worktree/worktree.ts';
import { keepCommits } from './kept-refs.ts';
import { readRef } from './ref.ts';

/** Returns the newest ref that it needed; `null` if none. */
export async function restoreBranch(
  work: GitContext,
  worktree: Worktree,
  { branch, base }: BranchStart,
): Promise<string | null> {
  const { repo } = work;
  const ref = branchRef(branch);
  const tip = await readRef(repo, ref);
  const commits = [tip ?? base, ...(await listAgentCommits(repo, worktree, branch))];
  const kept = await keepCommits(work, commits, [base]);
  if (tip !== base) await gitOrThrow(repo, ['update-ref', ref, base, tip ?? '']);
  if (!(await isOn(worktree, branch))) {
    await gitOrThrow(repo, ['symbolic-ref', 'HEAD', ref], { env: { GIT_DIR: worktree.gitDir } });
  }
  const left = (await readdir(worktree.gitDir)).filter((name) => unfinished.includes(name));
  await Promise.all(left.map((name) => rm(join(worktree.gitDir, name), { recursive: true, force: true })));
  return kept;
}

/** Commits that only this worktree may reference: its HEAD, and autostashes of a merge or rebase. */
export async function listAgentCommits(repo: string, worktree: Worktree, branch: string): Promise<readonly string[]> {
  const { gitDir } = worktree;
  const stashed = await Promise.all(
    autostashes.map((name) => readFile(join(gitDir, name), 'utf8').catch(nullIfMissing)),
  );
  const own = stashed.flatMap((text) => (text === null ? [] : [text.trim()]));
  if (await isOn(worktree, branch)) return own;
  const head = await git(repo, ['rev-parse', '--quiet', '--verify', 'HEAD^{commit}'], { env: { GIT_DIR: gitDir } });
  return head.exitCode === 0 ? [head.stdout.trim(), ...own] : own;
}

const isOn = async ({ gitDir }: Worktree, branch: string) =>
  (await readFile(join(gitDir, 'HEAD'), 'utf8')).trim() === `ref: ${branchRef(branch)}`;

const autostashes = ['MERGE_AUTOSTASH', 'rebase-merge/autostash', 'rebase-apply/autostash'];

/** Files of unfinished git operations. The next agent must not continue them. */
const unfinished = [
  'MERGE_HEAD',
  'MERGE_MODE',
  'MERGE_MSG',
  'MERGE_AUTOSTASH',
  'CHERRY_PICK_HEAD',
  'REVERT_HEAD',
  'REBASE_HEAD',
  'rebase-merge',
  'rebase-apply',
  'sequencer',
];

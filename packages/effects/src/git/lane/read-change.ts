/** Computes the diff of a branch from its merge base with another, without later changes of the other. */

import { type Outcome, ok } from '@harness/core/failure/failure';
import type { Artifact } from '@harness/core/journal/artifact';
import { writeArtifact } from '../../artifact/store.ts';
import { GitError, gitOrThrow } from '../command.ts';
import type { GitContext } from '../context.ts';
import { readRef } from '../refs/ref.ts';
import { diffBetween } from '../worktree/diff.ts';
import { branchRef } from './branch-ownership.ts';

export async function performReadChange(
  { repo, runFolder }: GitContext,
  { branch, base, onto = branchRef(base) }: { branch: string; base: string; onto?: string },
): Promise<Outcome<{ readonly head: string; readonly from: string; readonly diff: Artifact }>> {
  const change = await changeOf(repo, branch, onto);
  if (change === null) throw new GitError(`the branch ${branch} does not exist`);
  const { head, from, text } = change;
  return ok({ head, from, diff: await writeArtifact(runFolder, `${head}.diff`, text) });
}

interface Change {
  readonly head: string;
  readonly from: string;
  readonly text: Uint8Array;
}

/** Like `performReadChange` without an artifact; `null` if the branch does not exist. */
export async function changeOf(repo: string, branch: string, onto: string): Promise<Change | null> {
  const head = await readRef(repo, `${branchRef(branch)}^{commit}`);
  if (head === null) return null;
  const from = await gitOrThrow(repo, ['merge-base', head, onto]);
  return { head, from, text: (await diffBetween(repo, from, head)).text };
}

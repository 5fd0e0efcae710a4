/** What a branch changes against another: from where the two parted, so that what the other got meanwhile is no part of it. */
import type { Artifact } from '@harness/core/artifact';
import { type Outcome, ok } from '@harness/core/failure';
import { writeArtifact } from '../artifact/store.ts';
import { branchRef } from './claim.ts';
import { gitOrThrow } from './command.ts';
import { diffBetween } from './diff.ts';
import type { Work } from './work.ts';

export async function readChange(
  { repo, runFolder }: Work,
  { branch, base, onto = branchRef(base) }: { branch: string; base: string; onto?: string },
): Promise<Outcome<{ readonly head: string; readonly from: string; readonly diff: Artifact }>> {
  const head = await gitOrThrow(repo, ['rev-parse', '--verify', `${branchRef(branch)}^{commit}`]);
  const from = await gitOrThrow(repo, ['merge-base', head, onto]);
  const { text } = await diffBetween(repo, from, head);
  return ok({ head, from, diff: await writeArtifact(runFolder, `${head}.diff`, text) });
}

/** Writes the diff of a lane against its base, and counts changed lines. Changes nothing. */
import type { ChangeSize } from '@harness/core/effects/measure-change';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { linesChanged } from '@harness/core/mission/competition';
import { writeArtifact } from '../../artifact/store.ts';
import type { GitContext } from '../context.ts';
import { diffBetween } from '../worktree/diff.ts';

export async function performMeasureChange(
  { repo, runFolder }: GitContext,
  { base, checkpoint }: { base: string; checkpoint: string },
): Promise<Outcome<ChangeSize>> {
  const { text } = await diffBetween(repo, base, checkpoint);
  const lines = linesChanged(Buffer.from(text).toString('utf8'));
  return ok({ diff: await writeArtifact(runFolder, `${checkpoint}.diff`, text), lines });
}

/** What a lane changes against where it began, as a text and as a number of lines. It reads only. */
import type { Weighed } from '@harness/core/effects/weighing';
import { type Outcome, ok } from '@harness/core/failure';
import { linesChanged } from '@harness/core/mission/competition';
import { writeArtifact } from '../artifact/store.ts';
import { diffBetween } from './diff.ts';
import type { Work } from './work.ts';

export async function weighChange(
  { repo, runFolder }: Work,
  { base, checkpoint }: { base: string; checkpoint: string },
): Promise<Outcome<Weighed>> {
  const { text } = await diffBetween(repo, base, checkpoint);
  const lines = linesChanged(Buffer.from(text).toString('utf8'));
  return ok({ diff: await writeArtifact(runFolder, `${checkpoint}.diff`, text), lines });
}

/**
 * Compares the saved files of a change group with the files that its plan names (I-66).
 *
 *   S1. Both names of a renamed file count, and so do deletions, modes, links and submodules.
 *   S2. A planned name counts as it is written, also if it has characters of a glob, and otherwise as a glob. Case matters.
 */
import type { Lane } from '@harness/core/effects/git';
import type { GroupChange } from '@harness/core/effects/issues';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { matchesFileGlob } from '@harness/core/subsystems/file-glob';
import { writeArtifact } from '../artifact/store.ts';
import { diffBetween } from '../git/worktree/diff.ts';
import { groupRows } from './checkout-access.ts';
import type { IssuesContext } from './context.ts';

interface Args {
  readonly lane: Lane;
  readonly checkpoint: string;
  readonly files: readonly string[];
}

export async function performSurveyGroup(
  { repo, runFolder, key }: IssuesContext,
  { lane, checkpoint, files }: Args,
): Promise<Outcome<GroupChange>> {
  const changed = (await groupRows({ repo }, lane, checkpoint)).map(({ path }) => path).sort();
  const isPlanned = isGroupFile(files);
  const { text } = await diffBetween(repo, lane.base, checkpoint);
  return ok({
    changed,
    outside: changed.filter((path) => !isPlanned(path)),
    diff: await writeArtifact(runFolder, `${key}.group.diff`, text),
  });
}

/** S2. */
export function isGroupFile(files: readonly string[]): (path: string) => boolean {
  const named = new Set(files);
  return (path) => named.has(path) || matchesFileGlob(path, files);
}

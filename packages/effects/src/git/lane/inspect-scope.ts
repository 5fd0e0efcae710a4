/** Lists the files of a checkpoint that its feature did not name, and changes nothing. */
import { isCheckout } from '@harness/core/effects/agent';
import type { Lane } from '@harness/core/effects/git';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { matchesGlob } from '@harness/core/test-guard/glob';
import { gitOrThrow } from '../command.ts';
import type { GitContext } from '../context.ts';
import { laneFolder } from './lane.ts';

interface Args {
  readonly lane: Lane;
  readonly checkpoint: string;
  readonly files: readonly string[];
}

export async function performInspectScope(
  { repo }: GitContext,
  { lane, checkpoint, files }: Args,
): Promise<Outcome<{ readonly outside: readonly string[]; readonly contents: readonly string[] }>> {
  if (!isCheckout({ cwd: lane.path, checkpoint })) laneFolder(repo, lane.path); // accepts only a lane or the checkout
  const changed = await readContents(repo, lane.base, checkpoint);
  const outside = changed.filter(({ path }) => !matchesGlob(path, files));
  return ok({ outside: outside.map(({ path }) => path), contents: outside.map(({ content }) => content) });
}

/** A renamed file is listed as deleted and new. The content is a hash, or `gone`. */
async function readContents(repo: string, base: string, commit: string) {
  const args = ['diff-tree', '-r', '--no-renames', '--raw', '--no-abbrev', '-z', base, commit];
  const fields = (await gitOrThrow(repo, args)).split('\0');
  return fields.flatMap((field, at) => {
    if (at % 2 === 1 || field === '') return [];
    const [, , , hash = '', status] = field.split(' ');
    return [{ path: fields[at + 1] ?? '', content: status === 'D' ? 'gone' : hash }];
  });
}

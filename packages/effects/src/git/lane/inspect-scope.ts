/** Lists the files of a checkpoint that its feature did not name, and changes nothing. */
import { isCheckout } from '@harness/core/effects/agent';
import type { Lane } from '@harness/core/effects/git';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { matchesGlob } from '@harness/core/test-guard/glob';
import { isOnlyDocument } from '@harness/core/test-guard/instructions';
import { gitOrThrow } from '../command.ts';
import type { GitContext } from '../context.ts';
import { laneFolder } from './lane.ts';

interface Args {
  readonly lane: Lane;
  readonly checkpoint: string;
  readonly files: readonly string[];
  readonly onlyDocuments?: true;
}

export async function performInspectScope(
  { repo, folders }: GitContext,
  { lane, checkpoint, files, onlyDocuments }: Args,
): Promise<Outcome<{ readonly outside: readonly string[]; readonly contents: readonly string[] }>> {
  if (!isCheckout({ cwd: lane.path, checkpoint })) laneFolder(repo, lane.path); // accepts only a lane or the checkout
  const changed = await readContents(repo, lane.base, checkpoint);
  const isInside = (file: ChangedFile) =>
    matchesGlob(file.path, files) && (!onlyDocuments || isOnlyDocument(file, folders));
  const outside = changed.filter((file) => !isInside(file));
  return ok({ outside: outside.map(({ path }) => path), contents: outside.map(({ content }) => content) });
}

interface ChangedFile {
  readonly path: string;
  readonly mode: string;
  readonly content: string;
}

/** A renamed file is listed as deleted and new. The content is a hash, or `gone`. */
async function readContents(repo: string, base: string, commit: string): Promise<readonly ChangedFile[]> {
  const args = ['diff-tree', '-r', '--no-renames', '--raw', '--no-abbrev', '-z', base, commit];
  const fields = (await gitOrThrow(repo, args)).split('\0');
  return fields.flatMap((field, at) => {
    if (at % 2 === 1 || field === '') return [];
    const [, mode = '', , hash = '', status] = field.split(' ');
    return [{ path: fields[at + 1] ?? '', mode, content: status === 'D' ? 'gone' : hash }];
  });
}

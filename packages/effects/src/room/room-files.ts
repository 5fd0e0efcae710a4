/**
 * Makes the files of a clean room right again after a check: exactly the commit and its dependencies.
 *
 *   F1. A file that differs from the one that the harness wrote is removed and written again, whatever changed it.
 *   F2. A file that the harness did not write is removed. If the check continues a round, build outputs stay.
 */
import { basename } from 'node:path';
import { isAroundOutputFolder, isInOutputFolder, outputFolders } from '@harness/core/lane/room-outputs';
import { bytePath } from '../file/byte-name.ts';
import { removeFolder } from '../file/file-system.ts';
import { isBehindLink } from '../file/regular-file.ts';
import { git } from '../git/command.ts';
import { gitInWorktree, gitOfWorktree } from '../git/worktree/worktree.ts';
import { type FolderStamps, readFolderStamps } from './folder-stamps.ts';
import type { RoomPlace } from './room-place.ts';

/** Entries of a room that a check changed, removed or added; folders stand for their content. */
export interface RoomDifference {
  /** Relative paths that the harness wrote. */
  readonly changed: readonly string[];
  readonly added: readonly string[];
}

/** Written for each check, so it is not compared. */
export const gitFolder = '.git';

export async function findDifferences({ tree }: RoomPlace, known: FolderStamps): Promise<RoomDifference> {
  const now = await readFolderStamps(tree, [gitFolder]);
  const changed = [...known].filter(([path, stamp]) => now.get(path) !== stamp).map(([path]) => path);
  return { changed, added: [...now.keys()].filter((path) => !known.has(path)) };
}

/** Removes the files at these paths, but nothing outside the room: the commit may have a link where a folder was. */
export async function removeFiles({ tree }: RoomPlace, paths: readonly string[]): Promise<void> {
  for (const path of topmost(paths)) if (!(await isBehindLink(tree, path))) await removeFolder(bytePath(tree, path));
}

/** Without paths inside of other paths of the list. */
export function topmost(paths: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (const path of [...paths].sort()) {
    const last = kept.at(-1);
    if (last === undefined || !path.startsWith(`${last}/`)) kept.push(path);
  }
  return kept;
}

/** Writes every file of the commit that is missing, and removes those of another commit. */
export const writeFiles = ({ tree, gitDir }: RoomPlace, commit: string): Promise<string> =>
  gitInWorktree({ path: tree, gitDir }, ['read-tree', '--reset', '-u', commit]);

/** Removes added files except build outputs. */
export async function removeAdded(place: RoomPlace, added: readonly string[]): Promise<void> {
  if (added.length === 0) return;
  // An added ignore file could declare anything a build output.
  const isIgnoreFile = (path: string) => basename(path) === '.gitignore';
  await removeFiles(place, added.filter(isIgnoreFile));
  const folders = outputFolders(await ignoredFolders(place));
  const stays = (path: string) => isInOutputFolder(path, folders) || isAroundOutputFolder(path, folders);
  await removeFiles(
    place,
    added.filter((path) => !isIgnoreFile(path) && !stays(path)),
  );
}

/** Git also lists a folder whose content is ignored, such as the parent of `node_modules`: those do not count. */
async function ignoredFolders({ tree: path, gitDir }: RoomPlace): Promise<readonly string[]> {
  const args = ['ls-files', '--others', '--ignored', '--exclude-standard', '--directory', '-z'];
  const listed = (await gitInWorktree({ path, gitDir }, args)).split('\0').filter((one) => one.endsWith('/'));
  if (listed.length === 0) return [];
  const env = gitOfWorktree({ path, gitDir });
  const { stdout } = await git(path, ['check-ignore', '-z', '--stdin'], { env, input: listed.join('\0') });
  return stdout.split('\0').filter((one) => one !== '');
}

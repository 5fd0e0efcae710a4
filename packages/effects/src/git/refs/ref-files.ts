/**
 * Answers questions about refs from their files, where these are certain, without starting git.
 *
 * Git reads the same files: a file per ref, and `packed-refs`. A repository that stores its refs in another way has a folder
 * `reftable`, and then only git answers.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nullIfMissing, pathExists } from '../../file/file-system.ts';
import { listGitDirs } from '../git-dir.ts';

const hasRefFiles = async (common: string): Promise<boolean> => !(await pathExists(join(common, 'reftable')));

/**
 * True if there is certainly no ref with one of these names or below them. Files are read before `packed-refs`: git packs a ref
 * before it removes its file.
 */
export async function hasNoRefs(common: string, ...folders: readonly string[]): Promise<boolean> {
  if (!(await hasRefFiles(common))) return false;
  const areEmpty = await Promise.all(folders.map((folder) => isEmptyFolder(join(common, folder))));
  if (areEmpty.includes(false)) return false;
  const packed = (await readFile(join(common, 'packed-refs'), 'latin1').catch(nullIfMissing)) ?? '';
  return !folders.some((folder) => packed.includes(` ${folder}`));
}

/** A missing folder is empty. A file in its place is a ref. */
const isEmptyFolder = (path: string): Promise<boolean> =>
  readdir(path)
    .then((names) => names.length === 0)
    .catch((error: NodeJS.ErrnoException) => error.code === 'ENOENT');

/** Whether a worktree has this ref as HEAD; `null` if only git knows. */
export async function isHeadOfWorktree(common: string, ref: string): Promise<boolean | null> {
  if (!(await hasRefFiles(common))) return null;
  const folders = [common, ...(await listGitDirs(common))];
  const heads = await Promise.all(folders.map((at) => readFile(join(at, 'HEAD'), 'utf8').catch(nullIfMissing)));
  return heads.some((head) => head?.trimEnd() === `ref: ${ref}`);
}

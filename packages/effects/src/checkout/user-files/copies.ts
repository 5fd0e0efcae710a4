/**
 * Copies files of the user that git does not keep into the folder of the run, for the case that an agent overwrites them.
 *
 *   U1. A copy is readable for its owner alone: ignored files often contain keys.
 *   U2. No link is followed; a link is copied as a link.
 *   U3. The copies are bounded. Files beyond the limits are reported.
 *   U4. The list of copies is written last: without it, an interrupted copy starts again.
 */
import { createHash } from 'node:crypto';
import { lstat, mkdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { nullIfMissing, readJsonFile, valueIfCode } from '../../file/file-system.ts';
import { replaceFile } from '../../file/replace-file.ts';

export interface CopyLimits {
  readonly fileBytes: number;
  readonly totalBytes: number;
  readonly files: number;
}

const megabyte = 1024 * 1024;
export const copyLimits: CopyLimits = { fileBytes: 16 * megabyte, totalBytes: 128 * megabyte, files: 5_000 };

export interface CopiedFile {
  readonly path: string;
  /** Hash of its content, or of its target if it is a link. */
  readonly sha256: string;
}

export interface CopyList {
  readonly copied: readonly CopiedFile[];
  readonly left: readonly string[];
}

const folderIn = (runFolder: string) => join(runFolder, 'user-files');
export const copiesIn = (runFolder: string): string => join(folderIn(runFolder), 'copies');
/** Beside the copies. */
const listOf = (copies: string) => join(copies, '..', 'list.json');

/** `null` if no copies were made. */
export const readCopyList = (copies: string): Promise<CopyList | null> => readJsonFile<CopyList>(listOf(copies));

/** Copies these files of the checkout once; a second call finds the first list. */
export async function copyUserFiles(
  root: string,
  runFolder: string,
  paths: readonly string[],
  limits: CopyLimits = copyLimits,
): Promise<CopyList> {
  const earlier = await readCopyList(copiesIn(runFolder));
  if (earlier !== null) return earlier;
  await rm(folderIn(runFolder), { recursive: true, force: true });
  await mkdir(copiesIn(runFolder), { recursive: true, mode: 0o700 });
  const copied: CopiedFile[] = [];
  const left: string[] = [];
  let bytesLeft = limits.totalBytes;
  for (const path of paths) {
    const allowed = copied.length < limits.files ? Math.min(limits.fileBytes, bytesLeft) : -1;
    const copy = await copyFile(root, copiesIn(runFolder), path, allowed);
    if (copy === null) continue;
    if (copy === 'too large') left.push(path);
    else copied.push({ path, sha256: copy.sha256 });
    bytesLeft -= copy === 'too large' ? 0 : copy.bytes;
  }
  const list: CopyList = { copied, left };
  await replaceFile(listOf(copiesIn(runFolder)), `${JSON.stringify(list)}\n`, { durable: true, mode: 0o600 });
  return list;
}

/** `null` if there is no readable file or link: an agent cannot change what the user may not read. */
async function copyFile(root: string, target: string, path: string, allowed: number) {
  const [from, to] = [join(root, path), join(target, path)];
  const seen = await lstat(from).catch(nullIfMissing);
  if (seen === null || !(seen.isFile() || seen.isSymbolicLink())) return null;
  if (seen.size > allowed) return 'too large';
  const content = await readContent(from, seen.isSymbolicLink());
  if (content === null) return null;
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  if (typeof content === 'string') await symlink(content, to);
  else await writeFile(to, content, { mode: 0o600 | (seen.mode & 0o100) });
  return { sha256: hashOf(content), bytes: content.length };
}

const nullIfDenied = valueIfCode(null, 'EACCES', 'EPERM', 'ENOENT');

const readContent = (path: string, isLink: boolean): Promise<string | Buffer | null> =>
  (isLink ? readlink(path) : readFile(path)).catch(nullIfDenied);

const hashOf = (content: string | Buffer) =>
  createHash('sha256')
    .update(typeof content === 'string' ? `link ${content}` : content)
    .digest('hex');

/** Copied files that differ from the checkout now. */
export async function changedSinceCopy(root: string, { copied }: CopyList) {
  const changed: { readonly path: string; readonly how: 'changed' | 'deleted' }[] = [];
  for (const { path, sha256 } of copied) {
    const seen = await lstat(join(root, path)).catch(nullIfMissing);
    const isRead = seen !== null && (seen.isSymbolicLink() || (seen.isFile() && seen.size <= copyLimits.fileBytes));
    const content = isRead ? await readContent(join(root, path), seen.isSymbolicLink()) : null;
    if (content === null || hashOf(content) !== sha256)
      changed.push({ path, how: seen === null ? 'deleted' : 'changed' });
  }
  return changed;
}

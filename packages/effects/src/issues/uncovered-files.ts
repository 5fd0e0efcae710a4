/**
 * Moves files aside that only an ignore file of a discarded change hid, such as its build outputs. Otherwise they would be
 * untracked files of the user when the ignore file is restored, and count as a change of the next group.
 *
 *   U1. The list of ignored files is on the disk before the first file is restored, so that a repeated try finds it.
 *   U2. They move to the folder of the run: ignored files are not kept in git (decision 3), and none is deleted.
 */
import { mkdir, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { safeName } from '../artifact/name.ts';
import type { GitCheckoutContext } from '../checkout/context.ts';
import { resolveContained } from '../contained-path.ts';
import { bytePath } from '../file/byte-name.ts';
import { readJsonFile, valueIfCode } from '../file/file-system.ts';
import { replaceFile } from '../file/replace-file.ts';
import { gitOrThrow } from '../git/command.ts';

/** `restore` restores these paths. */
export async function withoutUncoveredFiles(
  work: GitCheckoutContext,
  paths: Iterable<string>,
  restore: () => Promise<void>,
): Promise<void> {
  if (![...paths].some((path) => basename(path) === '.gitignore')) return restore();
  const folder = join(work.runFolder, 'uncovered-files', safeName(work.key));
  const ignored = await recordIgnored(work.repo, folder);
  await restore();
  const isCovered = (path: string) =>
    ignored.some((one) => path === one || (one.endsWith('/') && path.startsWith(one)));
  for (const path of await listOthers(work.repo)) if (isCovered(path)) await moveAside(work.repo, path, folder);
}

/** U1. */
async function recordIgnored(repo: string, folder: string): Promise<readonly string[]> {
  const file = join(folder, 'ignored.json');
  const known = await readJsonFile<readonly string[]>(file);
  if (known !== null) return known;
  const ignored = await listOthers(repo, '--ignored');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await replaceFile(file, JSON.stringify(ignored), { durable: true, mode: 0o600 });
  return ignored;
}

/** Untracked files, or ignored ones. A folder with only such files is one entry, which ends in `/`. */
async function listOthers(repo: string, ...which: readonly '--ignored'[]): Promise<readonly string[]> {
  const args = ['ls-files', '--others', ...which, '--exclude-standard', '--directory', '--no-empty-directory', '-z'];
  return (await gitOrThrow(repo, args)).split('\0').filter((path) => path !== '' && !/^\.harness(?:\/|$)/.test(path));
}

async function moveAside(repo: string, path: string, folder: string): Promise<void> {
  const from = path.replace(/\/$/, '');
  const parent = dirname(from);
  if (parent !== '.' && !resolveContained(repo, parent).ok) return; // nothing behind a link
  await mkdir(bytePath(folder, join('files', parent)), { recursive: true });
  const moved = rename(bytePath(repo, from), bytePath(folder, join('files', from)));
  await moved.catch(valueIfCode(undefined, 'ENOENT', 'ENOTEMPTY', 'EEXIST', 'EXDEV'));
}

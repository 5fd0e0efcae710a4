/**
 * Finds the files of a hooks folder that no commit has, such as `.husky/_`, as they were before the first agent.
 *
 *   O1. A file that an agent could have written is never used, and named: its hook would otherwise be skipped silently.
 *   O2. Only regular files of the size that hook tools write.
 */
import { copyFile, lstat, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { nullIfMissing, readJsonFile } from '../file/file-system.ts';
import { isBehindLink } from '../file/regular-file.ts';
import { replaceFile } from '../file/replace-file.ts';
import { gitOrThrow } from '../git/command.ts';
import { gitFoldersOf } from '../sandbox/git-folders.ts';
import { isWrittenByAgents } from '../trust/exposed-times.ts';
import { findHooksFolder } from './hooks-folder.ts';

export interface OwnHookFiles {
  /** Folder that has the files below it. */
  readonly root: string;
  readonly files: readonly string[];
  /** Files that an agent could have written. */
  readonly left: readonly string[];
}

const maxFiles = 200;
const maxBytes = 1024 * 1024;

/** Reads the checkout. Use it only if no agent of this run works there; else use the copy of `keepOwnHookFiles`. */
async function readOwnHookFiles(repo: string): Promise<OwnHookFiles> {
  const folder = gitFoldersOf(repo).length === 0 ? null : await findHooksFolder(repo);
  if (folder === null || folder.in === 'disk' || folder.path === '') return { root: repo, files: [], left: [] };
  const args = ['ls-files', '--others', '-z', '--', `:(top,literal)${folder.path}`];
  const paths = (await gitOrThrow(repo, args)).split('\0').filter((path) => path !== '');
  const [files, left]: [string[], string[]] = [[], []];
  for (const path of paths.slice(0, maxFiles)) {
    const found = await lstat(join(repo, path)).catch(nullIfMissing);
    if (!found?.isFile() || found.size > maxBytes || (await isBehindLink(repo, path))) continue;
    ((await isWrittenByAgents(repo, path)) ? left : files).push(path);
  }
  return { root: repo, files, left };
}

const listOf = (kept: string) => join(kept, '.hook-files.json');

/** Copies them into the folder of a run's kept dependencies. */
export async function keepOwnHookFiles(repo: string, kept: string): Promise<void> {
  const own = await readOwnHookFiles(repo);
  if (own.files.length === 0 && own.left.length === 0) return;
  const root = join(kept, '.hook-files');
  await placeHookFiles(own, root);
  await replaceFile(listOf(kept), JSON.stringify({ ...own, root }), { durable: false, mode: 0o600 });
}

/** `kept` is the folder of a run's kept dependencies; `null` if the run has none. */
export async function findOwnHookFiles(repo: string, kept: string | null): Promise<OwnHookFiles> {
  if (kept === null) return readOwnHookFiles(repo);
  const list = await readJsonFile<OwnHookFiles>(listOf(kept));
  return list === null ? { root: kept, files: [], left: [] } : { ...list, root: join(kept, '.hook-files') };
}

/** Copies the files with their modes. Nothing behind a link of the target is written. */
export async function placeHookFiles({ root, files }: OwnHookFiles, target: string): Promise<void> {
  for (const path of files) {
    if (await isBehindLink(target, path)) continue;
    await mkdir(dirname(join(target, path)), { recursive: true });
    await copyFile(join(root, path), join(target, path));
  }
}

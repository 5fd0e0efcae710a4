/**
 * Lists files of the user in submodules and nested repositories that a snapshot of the checkout does not contain.
 *
 *   I1. Of a submodule: changed, untracked and ignored files, and those that the user told git to overlook.
 *   I2. Of a nested repository, whose other files are in the snapshot: ignored files.
 *   I3. Git runs with the settings of a submodule only if they are below the git folder of the checkout: an agent could
 *       have written others. Of all other submodules, and those that git cannot read, all files are listed.
 */
import { join } from 'node:path';
import { GitError } from '../../git/command.ts';
import { withTemporaryIndex } from '../../git/worktree/index-file.ts';
import { submoduleGitFolder } from '../../git/worktree/submodule-folder.ts';
import { gitInWorktree, type Worktree } from '../../git/worktree/worktree.ts';
import { isGenerated, listFiles } from '../manifest.ts';

/** Paths are relative to the given worktree. `limit` is the number of files per folder. */
export async function listInnerFiles(worktree: Worktree, limit: number): Promise<readonly string[]> {
  const submodules = (await listSubmodules(worktree)).map((folder) =>
    inFolder(folder, listSubmoduleFiles(worktree, folder, limit)),
  );
  const nested = (await listNested(worktree)).map((folder) =>
    inFolder(folder, listNestedFiles(worktree, folder, limit)),
  );
  return (await Promise.all([...submodules, ...nested])).flat();
}

/** Ignored files outside of generated folders. A folder that is ignored as a whole is listed by its files. */
export async function listIgnoredFiles(
  worktree: Worktree,
  limit: number,
  env: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const ignored = await listed(worktree, ['--others', '--ignored', '--exclude-standard', '--directory'], env);
  const wanted = ignored.filter((path) => !path.split('/').some(isGenerated) && !/^\.harness(?:\/|$)/.test(path));
  const found = await Promise.all(
    wanted.map(async (path) => (path.endsWith('/') ? listFiles(worktree.path, limit, path) : [path])),
  );
  return found.flat();
}

const inFolder = async (folder: string, files: Promise<readonly string[]>): Promise<readonly string[]> =>
  (await files).map((file) => `${folder}/${file}`);

async function listSubmoduleFiles(outer: Worktree, folder: string, limit: number): Promise<readonly string[]> {
  const path = join(outer.path, folder);
  const gitDir = await submoduleGitFolder(outer, folder);
  if (gitDir === null) return listFiles(path, limit); // I3
  return listOwnFiles({ path, gitDir }, limit).catch((error: unknown) => {
    if (!(error instanceof GitError)) throw error;
    return listFiles(path, limit); // I3
  });
}

async function listOwnFiles(inner: Worktree, limit: number): Promise<readonly string[]> {
  const diff = ['diff', '--name-only', '--no-renames', '--ignore-submodules', '-z', 'HEAD'];
  const changed = split(await gitInWorktree(inner, diff));
  const overlooked = (await listed(inner, ['-v'])).filter((row) => /^[a-zS] /.test(row)).map((row) => row.slice(2));
  const untracked = await listed(inner, ['--others', '--exclude-standard']);
  const files = untracked.map(async (path) => (path.endsWith('/') ? listFiles(inner.path, limit, path) : [path]));
  const ignored = await listIgnoredFiles(inner, limit);
  const submodules = (await listSubmodules(inner)).map((folder) =>
    inFolder(folder, listSubmoduleFiles(inner, folder, limit)),
  );
  const found = (await Promise.all([...files, ...submodules])).flat();
  return [...new Set([...changed, ...overlooked, ...ignored, ...found])];
}

/** The snapshot records the folder with an empty index, so a file that is tracked there may be ignored. */
const listNestedFiles = ({ gitDir, path }: Worktree, folder: string, limit: number): Promise<readonly string[]> =>
  withTemporaryIndex(gitDir, async (env) => {
    const inner = { path: join(path, folder), gitDir };
    const nested = await listNested(inner, env);
    const deeper = nested.map((each) => inFolder(each, listNestedFiles(inner, each, limit)));
    return [...(await listIgnoredFiles(inner, limit, env)), ...(await Promise.all(deeper)).flat()];
  });

const listNested = async (worktree: Worktree, env: Readonly<Record<string, string>> = {}) =>
  (await listed(worktree, ['--others', '--exclude-standard'], env))
    .filter((path) => path.endsWith('/'))
    .map((path) => path.slice(0, -1));

/** Rows `<mode> <hash> <stage><tab><path>`; a submodule that is in conflict is listed once per stage. */
const listSubmodules = async (worktree: Worktree): Promise<readonly string[]> => {
  const rows = (await listed(worktree, ['--stage'])).filter((row) => row.startsWith('160000 '));
  return [...new Set(rows.map((row) => row.slice(row.indexOf('\t') + 1)))];
};

export const listed = async (
  worktree: Worktree,
  which: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> => split(await gitInWorktree(worktree, ['ls-files', '-z', ...which], { env }));

const split = (text: string) => text.split('\0').filter((path) => path !== '');

/** Lists the files that the user changed before a session started. They are never staged, reset or deleted. */
import { gitOrThrow } from '../git/command.ts';

/** Above this number, files are listed by folder, so that the state stays small. */
const maxNamed = 200;

/** Paths that differ from HEAD or are untracked; both names of a renamed file. */
export async function readForeignFiles(repo: string): Promise<readonly string[]> {
  const files = await listChanged(repo, 'all');
  return files.length <= maxNamed ? files : listChanged(repo, 'normal');
}

/** Ignored files; an ignored folder is one entry. A run that stops ignoring them does not own them. */
export async function readIgnoredFiles(repo: string): Promise<readonly string[]> {
  const ignored = await rowsOfStatus(repo, ['--ignored=matching', '--untracked-files=normal']);
  return pathsIn(ignored.filter((row) => row.startsWith('!! ')));
}

export const listChangedFiles = (repo: string): Promise<readonly string[]> => listChanged(repo, 'all');

async function listChanged(repo: string, untracked: 'all' | 'normal'): Promise<readonly string[]> {
  return pathsIn(await rowsOfStatus(repo, [`--untracked-files=${untracked}`]));
}

/** Rows `XY path`, each ended by a zero byte. */
async function rowsOfStatus(repo: string, which: readonly string[]): Promise<readonly string[]> {
  const args = ['status', '--porcelain=v1', '-z', '--no-renames', '--ignore-submodules=dirty', ...which];
  return (await gitOrThrow(repo, args)).split('\0');
}

const pathsIn = (rows: readonly string[]) =>
  rows.map((row) => row.slice(3)).filter((path) => path !== '' && !/^\.harness(?:\/|$)/.test(path));

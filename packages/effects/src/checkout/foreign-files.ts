/** What the user had changed before a session came: it is never staged, reset or deleted. */
import { gitOrThrow } from '../git/command.ts';

/** More than these are named by their folders: a state stays small. */
const mostNamed = 200;

/** Paths that differ from HEAD or that git does not know; both names of a renamed file. */
export async function readForeignFiles(repo: string): Promise<readonly string[]> {
  const each = await listed(repo, 'all');
  return each.length <= mostNamed ? each : listed(repo, 'normal');
}

/** What git ignores, a folder that is ignored as one name: a run that changes what is ignored does not make it its own. */
export async function readIgnoredFiles(repo: string): Promise<readonly string[]> {
  const ignored = await rowsOfStatus(repo, ['--ignored=matching', '--untracked-files=normal']);
  return pathsIn(ignored.filter((row) => row.startsWith('!! ')));
}

async function listed(repo: string, untracked: 'all' | 'normal'): Promise<readonly string[]> {
  return pathsIn(await rowsOfStatus(repo, [`--untracked-files=${untracked}`]));
}

/** `XY path`, ended by a zero byte, so that any name is one name. */
async function rowsOfStatus(repo: string, which: readonly string[]): Promise<readonly string[]> {
  const args = ['status', '--porcelain=v1', '-z', '--no-renames', '--ignore-submodules=dirty', ...which];
  return (await gitOrThrow(repo, args)).split('\0');
}

const pathsIn = (rows: readonly string[]) =>
  rows.map((row) => row.slice(3)).filter((path) => path !== '' && !/^\.harness(?:\/|$)/.test(path));

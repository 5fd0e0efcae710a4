/** What the user had changed before a session came: it is never staged, reset or deleted. */
import { gitOrThrow } from '../git/command.ts';

/** More than these are named by their folders: a state stays small. */
const mostNamed = 200;

/** Paths that differ from HEAD or that git does not know; both names of a renamed file. */
export async function foreignIn(repo: string): Promise<readonly string[]> {
  const each = await listed(repo, 'all');
  return each.length <= mostNamed ? each : listed(repo, 'normal');
}

/** `XY path`, ended by a zero byte, so that any name is one name. */
async function listed(repo: string, untracked: 'all' | 'normal'): Promise<readonly string[]> {
  const args = ['status', '--porcelain=v1', '-z', '--no-renames', '--ignore-submodules=dirty'];
  const rows = (await gitOrThrow(repo, [...args, `--untracked-files=${untracked}`])).split('\0');
  return rows.map((row) => row.slice(3)).filter((path) => path !== '' && !/^\.harness(?:\/|$)/.test(path));
}

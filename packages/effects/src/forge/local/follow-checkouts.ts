/**
 * Moves a checkout along when its branch was moved under it.
 *
 *   K1. One that was clean has the new files afterwards. One with changes of the user is left exactly as it is.
 *   K2. What the user has in the way of a new file is a change, also where git ignores it and would write over it.
 *   K3. After a crash it is looked at again: one that stands at the new commit is moved, one at the old is moved now.
 */
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { MergeAnswer } from '@harness/core/effects/forge';
import { isFolder, nullIfMissing } from '../../file/file-system.ts';
import { git, gitErrorFrom, gitOrThrow } from '../../git/command.ts';

type Moved = Extract<MergeAnswer, { is: 'merged' }>['checkout'];

export async function updateCheckouts(repo: string, branch: string, from: string, to: string): Promise<Moved> {
  const moved: Moved[] = [];
  for (const folder of await findCheckouts(repo, branch)) moved.push(await moveAlong(folder, from, to));
  return moved.find(({ is }) => is === 'left') ?? moved[0] ?? { is: 'none' };
}

export async function findCheckouts(repo: string, branch: string): Promise<readonly string[]> {
  const listed = await gitOrThrow(repo, ['worktree', 'list', '--porcelain', '-z']);
  const on = listed.split('\0\0').filter((block) => block.split('\0').includes(`branch refs/heads/${branch}`));
  const folders = on.flatMap((block) => /^worktree (.*)$/s.exec(block.split('\0')[0] ?? '')?.[1] ?? []);
  const areThere = await Promise.all(folders.map(isFolder));
  return folders.filter((_, at) => areThere[at]);
}

async function moveAlong(folder: string, from: string, to: string): Promise<Moved> {
  const isBehind = await isAt(folder, from);
  if (!isBehind && (await isAt(folder, to))) return { is: 'moved' };
  const path = await inTheWay(folder, from, to);
  const left = (why: string): Moved => ({ is: 'left', why: sentence(folder, why, path, `${from} ${to}`) });
  if (!isBehind) return left('it has changes that are not committed');
  if (path !== null) return left(`${path} is there and would be overwritten`);
  const move = () => git(folder, ['read-tree', '-m', '-u', from, to]);
  const first = await move();
  if (first.exitCode === 0) return { is: 'moved' };
  await git(folder, ['update-index', '-q', '--refresh']); // a file that was only touched is no change
  const result = await move();
  return result.exitCode === 0 ? { is: 'moved' } : left(gitErrorFrom(result).detail);
}

/** Everything but the views that the harness rewrites, which may be committed. */
const theirs = [':(top)', ':(top,exclude).harness'];

/** Until it is brought along, git shows what was merged as if it had been taken back: whoever commits there should know. */
function sentence(folder: string, why: string, inTheWay: string | null, fromTo: string): string {
  const first = inTheWay === null ? '' : `once ${inTheWay} is moved away, `;
  return `${folder} was not moved along, because ${why}; ${first}"git read-tree -m -u ${fromTo}" brings it there and keeps what is changed`;
}

/** The first file on the disk that a new file would replace. Since 2.34 git writes over what it ignores, without a word. */
async function inTheWay(folder: string, from: string, to: string): Promise<string | null> {
  const args = ['diff-tree', '-r', '-z', '--no-renames', '--name-status', '--diff-filter=AD', from, to];
  const fields = (await gitOrThrow(folder, args)).split('\0');
  const named = (status: string) => fields.filter((_, at) => at % 2 === 1 && fields[at - 1] === status);
  const known = new Set(named('D')); // git holds these
  for (const path of named('A')) {
    const found = await occupied(folder, path);
    if (found !== null && !known.has(found)) return found;
  }
  return null;
}

/** The path itself, or a file or link where it needs a folder; null where there is room for it. */
async function occupied(folder: string, path: string): Promise<string | null> {
  const names = path.split('/');
  for (const at of names.keys()) {
    const part = names.slice(0, at + 1).join('/');
    const found = await lstat(join(folder, part)).catch(nullIfMissing);
    if (found === null) return null;
    if (part === path || !found.isDirectory()) return part;
  }
  return null;
}

/** Index and files are those of the commit; files that git does not know, and what the harness itself keeps there, are not looked at. */
async function isAt(folder: string, commit: string): Promise<boolean> {
  const same = async (...args: string[]) => {
    const result = await git(folder, [
      'diff',
      '--quiet',
      '--no-ext-diff',
      '--no-textconv',
      ...args,
      commit,
      '--',
      ...theirs,
    ]);
    if (result.exitCode > 1) throw gitErrorFrom(result);
    return result.exitCode === 0;
  };
  return (await same('--cached')) && (await same());
}

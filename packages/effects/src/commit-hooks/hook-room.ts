/**
 * Makes a clean room look like the working tree in which git calls its hooks.
 *
 *   R1. HEAD is the branch at the base of the commit; the index has the files to be committed.
 *   R2. The git folder is a copy: whatever a hook writes there reaches neither the repository nor the next check.
 *   R3. Hooks that lie outside of the tree are copied. A link into the tree leads into the room.
 */
import { chmod, copyFile, mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Lane } from '@harness/core/effects/git';
import { nullIfMissing } from '../file/file-system.ts';
import { gitOrThrow } from '../git/command.ts';
import { gitAsAuthor } from '../git/commit-author.ts';
import { branchRef } from '../git/lane/branch-ownership.ts';
import type { FoundHooks } from './find-hooks.ts';
import { locate } from './hooks-folder.ts';
import { type OwnHookFiles, placeHookFiles } from './own-hook-files.ts';

export interface HookRoom {
  readonly repo: string;
  /** The files of the room; hooks run here. */
  readonly root: string;
  readonly lane: Lane;
}

/** Call it before each round of hooks, after the room got its files. Returns variables that git sets for hooks. */
export async function equipHookRoom(
  room: HookRoom,
  { folders }: FoundHooks,
  own: OwnHookFiles,
): Promise<Readonly<Record<string, string>>> {
  const { repo, root, lane } = room;
  const gitDir = join(root, '.git');
  const ref = branchRef(lane.branch);
  await mkdir(dirname(join(gitDir, ref)), { recursive: true });
  await writeFile(join(gitDir, ref), `${lane.base}\n`);
  await writeFile(join(gitDir, 'HEAD'), `ref: ${ref}\n`);
  await placeHookFiles(own, root);
  for (const { from, to } of folders) await copyHooks(room, from, join(gitDir, to), { left: maxFiles, depth: 0 });
  const author = await readAuthor(repo);
  for (const [name, value] of [['user.name', author.name] as const, ['user.email', author.email] as const])
    await gitOrThrow(repo, ['config', '--file', join(gitDir, 'config'), name, value]);
  return {
    GIT_INDEX_FILE: '.git/index',
    GIT_EDITOR: ':',
    GIT_PREFIX: '',
    GIT_AUTHOR_NAME: author.name,
    GIT_AUTHOR_EMAIL: author.email,
    GIT_AUTHOR_DATE: author.date,
  };
}

const maxFiles = 500;
const maxBytes = 16 * 1024 * 1024;
const maxDepth = 3;

interface CopyLimit {
  left: number;
  readonly depth: number;
}

async function copyHooks(room: HookRoom, from: string, to: string, limit: CopyLimit): Promise<void> {
  const names = (await readdir(from).catch(nullIfMissing)) ?? [];
  await mkdir(to, { recursive: true });
  for (const name of names) {
    if (limit.left <= 0) return;
    const place = locate(join(from, name), room.repo);
    const target = join(to, name);
    const inRoom = place.in === 'tree' ? join(room.root, place.path) : null;
    const found = inRoom === null ? await stat(place.path).catch(nullIfMissing) : null;
    limit.left -= 1;
    if (inRoom !== null) await symlink(relative(to, inRoom), target);
    else if (found?.isDirectory() && limit.depth < maxDepth) {
      const below = { left: limit.left, depth: limit.depth + 1 };
      await copyHooks(room, place.path, target, below);
      limit.left = below.left;
    } else if (found?.isFile() && found.size <= maxBytes && !name.endsWith('.sample')) {
      await copyFile(place.path, target);
      await chmod(target, found.mode & 0o777);
    }
  }
}

async function readAuthor(repo: string) {
  const ident = await gitAsAuthor(repo, ['var', 'GIT_AUTHOR_IDENT'], {});
  const [, name = '', email = '', date = ''] = /^(.*) <(.*)> (\d+ [+-]\d+)$/.exec(ident) ?? [];
  return { name, email, date: `@${date}` };
}

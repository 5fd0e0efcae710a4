/**
 * Finds the hooks that git would run for a commit on a base.
 *
 *   F1. A hook of the working tree is that of the base, with its mode there; an agent cannot add, change or remove it.
 *   F2. A hook that is not executable is skipped, as git does it.
 *   F3. A hook that exists but cannot be trusted, or not be found in a clean room, refuses the commit with its reason.
 */
import { access, constants, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { HookPlaces } from '@harness/core/commit-hooks/hook-files';
import { shellQuote } from '@harness/core/text/shell-quote';
import { nullIfMissing, pathExists, valueIfCode } from '../file/file-system.ts';
import { gitOrThrow } from '../git/command.ts';
import { findHooksFolder, type HookPlace, locate, repositoryHooks } from './hooks-folder.ts';
import type { OwnHookFiles } from './own-hook-files.ts';
import { resolveTreePath } from './tree-path.ts';

export type CommitHookName = 'pre-commit' | 'commit-msg';
const hookNames: readonly CommitHookName[] = ['pre-commit', 'commit-msg'];

export interface CommitHook {
  readonly name: CommitHookName;
  /** Path from the root of a clean room, as git would call it. */
  readonly path: string;
  readonly isExecutable: boolean;
  readonly text: string;
  /** Why it must not run; `null` if it may. */
  readonly problem: string | null;
}

export interface FoundHooks {
  readonly hooks: readonly CommitHook[];
  /** Folders on the disk, and their places in the git folder of a clean room. */
  readonly folders: readonly { readonly from: string; readonly to: string }[];
  readonly places: HookPlaces;
}

/** Also the place of the hooks of the repository, which a hook of another folder may call. */
const ownFolder = 'hooks';
const otherFolder = 'user-hooks';

export async function findHooks(repo: string, base: string, own: OwnHookFiles): Promise<FoundHooks> {
  const folder = await findHooksFolder(repo);
  const usual = await repositoryHooks(repo);
  const to = folder.path === usual ? ownFolder : otherFolder;
  const prefix = folder.in === 'tree' ? folder.path : `.git/${to}`;
  const found = await Promise.all(hookNames.map((name) => findHook({ repo, base, own, folder, prefix }, name)));
  const others = folder.in === 'disk' && to === otherFolder ? [{ from: folder.path, to }] : [];
  return {
    hooks: found.flatMap(({ hook }) => hook ?? []),
    folders: [{ from: usual, to: ownFolder }, ...others],
    places: { folders: treeFolders(folder), files: found.flatMap(({ files }) => files) },
  };
}

/** Husky puts its own files into `.husky/_`, and those of the user beside it. */
function treeFolders({ in: where, path }: HookPlace): readonly string[] {
  if (where === 'disk' || path === '') return [];
  return [basename(path) === '_' && dirname(path) !== '.' ? dirname(path) : path];
}

interface Search {
  readonly repo: string;
  readonly base: string;
  readonly own: OwnHookFiles;
  readonly folder: HookPlace;
  /** The folder in a clean room. */
  readonly prefix: string;
}

interface HookSearchResult {
  readonly hook: CommitHook | null;
  /** Paths of the tree that belong to it. */
  readonly files: readonly string[];
}

const noHook: HookSearchResult = { hook: null, files: [] };

async function findHook(search: Search, name: CommitHookName): Promise<HookSearchResult> {
  const { repo, folder, prefix } = search;
  const path = join(prefix, name);
  const place =
    folder.in === 'tree'
      ? ({ in: 'tree', path: join(folder.path, name) } as const)
      : locate(join(folder.path, name), repo);
  if (place.in === 'tree') {
    const found = await findTreeHook(search, { name, path }, place.path);
    const isLost = folder.in === 'disk' && found.hook === null && (await pathExists(join(repo, place.path)));
    return isLost ? refuse({ name, path }, place.path, `it leads to ${place.path}, which no commit has`) : found;
  }
  const found = await stat(place.path).catch(nullIfMissing);
  if (!found?.isFile()) return noHook;
  const isExecutable = await access(place.path, constants.X_OK).then(() => true, valueIfCode(false, 'EACCES'));
  const text = isExecutable ? await readFile(place.path, 'latin1') : '';
  return { hook: { name, path, isExecutable, text, problem: null }, files: [] };
}

async function findTreeHook(
  { repo, base, own }: Search,
  hook: Pick<CommitHook, 'name' | 'path'>,
  place: string,
): Promise<HookSearchResult> {
  const found = await resolveTreePath(repo, base, place);
  if (found.is === 'file') {
    const text = found.isExecutable ? await gitOrThrow(repo, ['cat-file', 'blob', found.sha]) : '';
    const { isExecutable, links } = found;
    return { hook: { ...hook, isExecutable, text, problem: null }, files: [place, ...links, found.path] };
  }
  if (found.is === 'outside') return refuse(hook, place, `it leads to ${found.target}, outside of the repository`);
  if (own.left.includes(place))
    return refuse(hook, place, `an agent could have written ${place}; to accept it, run: touch ${shellQuote(place)}`);
  if (!own.files.includes(place)) return { hook: null, files: [place] };
  const file = join(own.root, place);
  const isExecutable = await access(file, constants.X_OK).then(() => true, valueIfCode(false, 'EACCES'));
  return { hook: { ...hook, isExecutable, text: await readFile(file, 'latin1'), problem: null }, files: [place] };
}

const refuse = (hook: Pick<CommitHook, 'name' | 'path'>, place: string, problem: string): HookSearchResult => ({
  hook: { ...hook, isExecutable: true, text: '', problem },
  files: [place],
});

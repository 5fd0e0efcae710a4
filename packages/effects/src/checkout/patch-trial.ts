/**
 * Tries a patch on copies in a folder of the run. A patch becomes a plan only if all of it fits.
 *
 *   T1. The checkout is only read.
 *   T2. A patch that touches any file outside its validated names does not become a plan.
 */
import { createHash } from 'node:crypto';
import { copyFile, lstat, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { type FileDiff, listPaths } from '@harness/core/checkout/diff';
import { fitLineEndings, writeDiff } from '@harness/core/checkout/diff-text';
import { nullIfMissing, pathExists } from '../file/file-system.ts';
import { git, gitErrorFrom } from '../git/command.ts';
import { readText, resolveInside } from './file.ts';

/** Isolates git from settings that convert line endings or run filters. */
const isolatedConfig = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', GIT_ATTR_NOSYSTEM: '1' };

/** State of a file; `null` if it does not exist. */
export type FileState = { readonly sha256: string; readonly mode: number } | null;

export interface PatchStep {
  readonly path: string;
  readonly before: FileState;
  readonly after: FileState;
}

export interface PatchPlan {
  readonly files: readonly string[];
  readonly steps: readonly PatchStep[];
  /** Folders that do not exist yet, outermost first. */
  readonly folders: readonly string[];
}

export type TrialResult =
  | { readonly is: 'plan'; readonly plan: PatchPlan }
  | { readonly is: 'refused'; readonly path: string }
  | { readonly is: 'unfit'; readonly reason: string };

export async function tryPatch(repo: string, folder: string, diffs: readonly FileDiff[]): Promise<TrialResult> {
  const names = listPaths(diffs);
  await rm(folder, { recursive: true, force: true }); // left by a process that died before there was a plan
  for (const name of names) {
    const state = await stateOf(resolveInside(repo, name));
    if (state === 'other') return { is: 'refused', path: name };
    if (state !== null) for (const side of ['before', 'after']) await copyTo(join(folder, side), repo, name);
  }
  const after = join(folder, 'after');
  await mkdir(after, { recursive: true });
  const fit = await Promise.all(
    diffs.map(async (diff) => fitLineEndings(diff, diff.from && (await readText(repo, diff.from)))),
  );
  const result = await git(after, ['-c', 'core.attributesFile=/dev/null', 'apply', '-p1', '--whitespace=nowarn', '-'], {
    input: writeDiff(fit),
    env: { ...isolatedConfig, GIT_DIR: join(folder, 'no-repository') }, // otherwise git would find the repository around the run folder
  });
  if (result.exitCode !== 0) return { is: 'unfit', reason: gitErrorFrom(result).detail };
  const stray = (await filesIn(after)).find((path) => !names.includes(path));
  return stray === undefined ? createPlan(repo, folder, names) : { is: 'refused', path: stray };
}

async function createPlan(repo: string, folder: string, names: readonly string[]): Promise<TrialResult> {
  const steps: PatchStep[] = [];
  for (const path of names) {
    const [before, after] = [await stateOf(resolveInside(repo, path)), await stateOf(join(folder, 'after', path))];
    if (before === 'other' || after === 'other') return { is: 'refused', path };
    const step = { path, before, after: after && { ...after, mode: modeAfter(before, after) } };
    if (!isSame(step.before, step.after)) steps.push(step);
  }
  const folders = new Set(steps.flatMap(({ path, after }) => (after === null ? [] : foldersOf(path))));
  const missing: string[] = [];
  for (const each of folders) if (!(await pathExists(resolveInside(repo, each)))) missing.push(each);
  return { is: 'plan', plan: { files: names, steps, folders: missing } };
}

/** Git records only the executable bit; the rest of the mode stays. */
function modeAfter(before: FileState, after: { readonly mode: number }): number {
  if (before === null) return after.mode & 0o777;
  const readable = (before.mode & 0o444) >> 2;
  return (after.mode & 0o100) === 0 ? before.mode & ~0o111 : before.mode | ((before.mode & 0o100) === 0 ? readable : 0);
}

export const isSame = (one: FileState, other: FileState): boolean =>
  one?.sha256 === other?.sha256 && one?.mode === other?.mode;

/** `other` is anything that is not a regular file, such as a folder or a link. */
export async function stateOf(path: string): Promise<FileState | 'other'> {
  const found = await lstat(path).catch(nullIfMissing);
  if (found === null) return null;
  if (!found.isFile()) return 'other';
  return {
    sha256: createHash('sha256')
      .update(await readFile(path))
      .digest('hex'),
    mode: found.mode & 0o7777,
  };
}

export async function copyTo(folder: string, root: string, name: string): Promise<void> {
  await mkdir(dirname(join(folder, name)), { recursive: true });
  await copyFile(resolveInside(root, name), join(folder, name));
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found
    .filter((each) => !each.isDirectory())
    .map((each) => relative(folder, join(each.parentPath, each.name)).split(sep).join('/'));
}

const foldersOf = (path: string): readonly string[] =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, at, parts) => parts.slice(0, at + 1).join('/'));

/**
 * Finds the files that changed during a call, by a snapshot before and after it.
 *
 * With git, git compares, so ignored files are excluded; without git, sizes and hashes are compared. Changes by others
 * at the same time, such as the user in the checkout, are included.
 */

import { createHash } from 'node:crypto';
import { lstat, readdir, realpath } from 'node:fs/promises';
import { join, normalize, relative } from 'node:path';
import type { Workplace } from '@harness/core/effects/agent';
import { isFolderPath } from '@harness/core/role/write-access';
import { parseRows } from '../../checkout/change.ts';
import { isRepository } from '../../checkout/clear.ts';
import { readBytes } from '../../checkout/file.ts';
import { manifestOf } from '../../checkout/manifest.ts';
import { resolveContained } from '../../contained-path.ts';
import { nullIfMissing } from '../../file/file-system.ts';
import { GitError } from '../../git/command.ts';
import { readCheckoutTree, readLaneTree } from '../../git/lane/lane-tree.ts';

export type FileKind = 'file' | 'executable' | 'link';

export interface RecordedChange {
  /** Relative to the folder. */
  readonly path: string;
  /** `null` if the file did not exist before, or does not exist afterwards. */
  readonly before: FileKind | null;
  readonly after: FileKind | null;
}

/** Takes a snapshot, and returns a function that lists the changes since then. */
export async function snapshotFolder(
  repo: string,
  workplace: Workplace,
): Promise<() => Promise<readonly RecordedChange[]>> {
  const root = await realpath(repo);
  const folder = join(root, workplace.cwd);
  if (workplace.checkpoint === null && !(await isRepository(root))) {
    const before = await filesIn(folder);
    return async () => compareFiles(before, await filesIn(folder));
  }
  const before = await readTree(root, workplace);
  return async () => changedIn(root, before, await readTree(root, workplace));
}

async function readTree(root: string, { cwd, checkpoint }: Workplace): Promise<string> {
  const tree = checkpoint === null ? await readCheckoutTree(root) : await readLaneTree(root, { cwd, checkpoint });
  if (tree === null) throw new GitError(`there is no lane ${cwd}`);
  return tree;
}

/** Watches only these files, including ignored ones, and all files below a path that ends in `/`. */
export async function snapshotNamedFiles(
  folder: string,
  paths: readonly string[],
): Promise<() => Promise<readonly RecordedChange[]>> {
  const named = [...new Set(paths.map((path) => normalize(path)))];
  const readFiles = async () => {
    const listed = await Promise.all(
      named.map(async (path) => (isFolderPath(path) ? filesBelow(folder, path) : [path])),
    );
    const files = [...new Set(listed.flat())];
    return new Map(await Promise.all(files.map(async (path) => [path, await fileAt(folder, path)] as const)));
  };
  const before = await readFiles();
  return async () => compareFiles(before, await readFiles());
}

/** Empty if the folder is missing, is none, or is behind a link. */
async function filesBelow(root: string, folder: string): Promise<readonly string[]> {
  const place = resolveContained(root, folder);
  const found = place.ok ? await lstat(place.path).catch(nullIfMissing) : null;
  if (!place.ok || !found?.isDirectory()) return [];
  const entries = await readdir(place.path, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(folder, relative(place.path, entry.parentPath), entry.name));
}

/** Submodules are excluded: no step of a script can create their commits. */
const kinds: Readonly<Record<string, FileKind>> = { '100644': 'file', '100755': 'executable', '120000': 'link' };

async function changedIn(root: string, before: string, after: string): Promise<readonly RecordedChange[]> {
  const rows = await parseRows(root, { from: before, to: after });
  return rows
    .map(({ path, was, mode }) => ({ path, before: kinds[was] ?? null, after: kinds[mode] ?? null }))
    .filter((change) => change.before !== null || change.after !== null);
}

/** Without git: the kind and the hash of every file. */
type Files = ReadonlyMap<string, FileState | null>;
interface FileState {
  readonly kind: FileKind;
  readonly sha256: string;
}

async function filesIn(folder: string): Promise<Files> {
  const { entries } = await manifestOf(folder, '');
  const found = new Map<string, FileState>();
  for (const { path, sha256 } of entries) {
    const kind = await kindOf(join(folder, path));
    if (kind !== null) found.set(path, { kind, sha256 });
  }
  return found;
}

/** `null` if the file is missing or behind a link. */
async function fileAt(folder: string, path: string): Promise<FileState | null> {
  const bytes = await readBytes(folder, path);
  const kind = bytes && (await kindOf(join(folder, path)));
  return bytes && kind && { kind, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** `null` if the path is missing or a folder. */
async function kindOf(path: string): Promise<FileKind | null> {
  const seen = await lstat(path).catch(nullIfMissing);
  if (seen?.isSymbolicLink()) return 'link';
  if (!seen?.isFile()) return null;
  return (seen.mode & 0o100) === 0 ? 'file' : 'executable';
}

const compareFiles = (before: Files, after: Files): readonly RecordedChange[] =>
  [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((path): readonly RecordedChange[] => {
    const [one, other] = [before.get(path), after.get(path)];
    const isSame = one?.kind === other?.kind && one?.sha256 === other?.sha256;
    return isSame ? [] : [{ path, before: one?.kind ?? null, after: other?.kind ?? null }];
  });

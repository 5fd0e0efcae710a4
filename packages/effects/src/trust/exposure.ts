/**
 * Records the files that harness obeys while an agent can write to the checkout, and finds those that changed.
 *
 *   T1. Before a process of an agent or a check can write here, the hashes are in a file below `.harness`, which no
 *       sandbox can write. After a crash the file is still there.
 *   T2. If the files are the same when the process ended, the record is removed: later changes are those of the user.
 *   T3. A repeated call keeps its first record.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { changedFilePaths, configNames, type FileHashes, hooksFolder } from '@harness/core/trust/obeyed-files';
import { tryOr } from '../file/file-system.ts';
import { replaceFile } from '../file/replace-file.ts';
import { gitBytes } from '../git/command.ts';

const folderOf = (root: string) => join(root, '.harness', 'exposed');

export interface Exposure {
  /** Returns the files that changed since. */
  close(): Promise<readonly string[]>;
}

/** `id` identifies the call; `imports` are files that the configuration loads, relative to the root. */
export async function openExposure(root: string, id: string, imports: readonly string[]): Promise<Exposure> {
  const file = join(folderOf(root), `${hashBytes(Buffer.from(id)).slice(0, 32)}.json`);
  const before = readRecord(file) ?? hashObeyedFiles(root, imports);
  const write = async () => {
    mkdirSync(folderOf(root), { recursive: true });
    await replaceFile(file, JSON.stringify({ version: 1, files: before }), { durable: true });
  };
  await write();
  return {
    async close() {
      const changed = changedFilePaths(before, hashObeyedFiles(root, Object.keys(before)));
      if (changed.length === 0) rmSync(file, { force: true });
      else await write(); // also if the user accepted an earlier state
      return changed;
    },
  };
}

/** Files that changed while an agent could write, and that are not as in the last commit. */
export async function findChangedFiles(root: string): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const file of recordFiles(root)) {
    const before = readRecord(file) ?? {};
    for (const path of changedFilePaths(before, hashObeyedFiles(root, Object.keys(before)))) found.add(path);
  }
  const changed: string[] = [];
  for (const path of found) if (!(await isCommitted(root, path))) changed.push(path);
  return changed.sort();
}

/** The user accepts the files as they are now. */
export function acceptFiles(root: string): void {
  for (const file of recordFiles(root)) rmSync(file, { force: true });
}

const recordFiles = (root: string): readonly string[] => {
  const names = tryOr(() => readdirSync(folderOf(root)), [], 'ENOENT', 'ENOTDIR');
  return names.filter((name) => name.endsWith('.json')).map((name) => join(folderOf(root), name));
};

function readRecord(file: string): FileHashes | undefined {
  const text = tryOr(() => readFileSync(file, 'utf8'), undefined, 'ENOENT');
  return text === undefined ? undefined : (JSON.parse(text) as { files: FileHashes }).files;
}

/** Agents cannot commit: a committed file is from the user, or the user allowed it. */
async function isCommitted(root: string, path: string): Promise<boolean> {
  const { exitCode, stdout } = await gitBytes(root, ['cat-file', 'blob', `HEAD:${path}`]);
  const committed = exitCode === 0 ? hashBytes(stdout) : null;
  return committed !== null && hashObeyedFiles(root, [path])[path] === committed;
}

/** `imports` are files that the configuration loads, relative to the root. */
function hashObeyedFiles(root: string, imports: readonly string[]): FileHashes {
  const hooks = tryOr(() => readdirSync(join(root, hooksFolder)), [], 'ENOENT', 'ENOTDIR');
  const paths = [...configNames, ...imports, ...hooks.map((name) => `${hooksFolder}/${name}`)];
  return Object.fromEntries(paths.map((path) => [path, hashFile(join(root, path))]));
}

const hashBytes = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const hashFile = (path: string): string | null =>
  tryOr(() => hashBytes(readFileSync(path)), null, 'ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'EACCES');

/**
 * What was there before the work began, where there is no git to tell: every file with its size and hash, and the text
 * of what guards the work (its tests and settings), so that a later look can say what became of it.
 *
 *   M1. No link is followed; a link is what it points at.
 *   M2. It is bounded: a very large file is told by its size and time, and of a tree that has too many files the rest is
 *       told by its time alone.
 */
import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { isOwnPath } from '@harness/core/checkout/change';
import { definesCommands } from '@harness/core/test-guard/check-inputs';
import { isGuard, type TestGuards } from '@harness/core/test-guard/weakened-tests';
import { nullIfMissing } from '../file/file-system.ts';

export interface Entry {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  /** Of tests and settings; a change of anything else needs none. */
  readonly text?: string;
}

export interface Manifest {
  readonly atMs: number;
  /** There are more files than these. */
  readonly cut: boolean;
  readonly entries: readonly Entry[];
}

/** What tools put there and everybody leaves out of version control. */
const apart = new Set(
  [
    '.git',
    '.hg',
    '.svn',
    'node_modules',
    '.venv',
    'venv',
    '__pycache__',
    '.gradle',
    '.pytest_cache',
    '.mypy_cache',
  ].concat(['.ruff_cache', '.cache', '.next', 'dist', 'build', 'target', 'coverage']),
);
const mostFiles = 20_000;
const largestHashed = 16 * 1024 * 1024;
const largestText = 256 * 1024;
const mostText = 32 * 1024 * 1024;
const defaults: TestGuards = { checks: [] };

export async function manifestOf(root: string, docsPath: string, most = mostFiles): Promise<Manifest> {
  const atMs = Date.now();
  const paths: string[] = [];
  const all = await walk(root, '', isOwnPath({ foreign: [], docsPath }), paths, most);
  const entries: Entry[] = [];
  let textLeft = mostText;
  for (const path of paths) {
    const entry = await entryOf(root, path, textLeft);
    if (entry === null) continue;
    textLeft -= entry.text?.length ?? 0;
    entries.push(entry);
  }
  return { atMs, cut: !all, entries };
}

/** False when there are more than it may name. */
async function walk(root: string, folder: string, wanted: (path: string) => boolean, found: string[], most: number) {
  const names = await readdir(join(root, folder), { withFileTypes: true }).catch(closed);
  for (const each of names.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = folder === '' ? each.name : `${folder}/${each.name}`;
    if (each.isDirectory()) {
      if (apart.has(each.name) || !wanted(`${path}/`)) continue;
      if (!(await walk(root, path, wanted, found, most))) return false;
    } else if ((each.isFile() || each.isSymbolicLink()) && wanted(path)) {
      if (found.length === most) return false;
      found.push(path);
    }
  }
  return true;
}

/** What the user may not look into, an agent of the user's cannot change. */
function closed(error: NodeJS.ErrnoException): [] {
  if (error.code !== 'EACCES' && error.code !== 'EPERM') throw error;
  return [];
}

/** Null when it went away meanwhile. */
async function entryOf(root: string, path: string, textLeft: number): Promise<Entry | null> {
  const file = join(root, path);
  const seen = await lstat(file).catch(nullIfMissing);
  if (seen === null) return null;
  const { size, mtimeMs } = seen;
  if (seen.isSymbolicLink()) return { path, size, sha256: hash(`link ${await readlink(file)}`) };
  const [bytes] = size > largestHashed ? [] : await readFile(file).then((read) => [read], closed);
  if (bytes === undefined) return { path, size, sha256: `time ${mtimeMs}` };
  const isTold = size <= Math.min(largestText, textLeft) && (isGuard(path, defaults) || definesCommands(path));
  return { path, size, sha256: hash(bytes), ...(isTold ? { text: bytes.toString('utf8') } : {}) };
}

const hash = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');

export const writeManifest = ({ entries, ...head }: Manifest): string =>
  [head, ...entries].map((row) => `${JSON.stringify(row)}\n`).join('');

export function readManifest(text: string): Manifest {
  const [head = '{}', ...rows] = text.split('\n').filter((line) => line !== '');
  return { ...(JSON.parse(head) as Omit<Manifest, 'entries'>), entries: rows.map((row) => JSON.parse(row) as Entry) };
}

/**
 * Records all files of a folder without git before the work starts: size and hash per file, and the text of tests,
 * sources and settings. A later comparison needs both.
 *
 *   M1. No link is followed; a link is recorded by its target.
 *   M2. The manifest is bounded: a very large file is recorded by size and time, and files beyond the limit are
 *       compared by time alone.
 */

import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { isOwnPath } from '@harness/core/checkout/change';
import { isSourceFile } from '@harness/core/test-guard/files';
import { isIgnoreFile } from '@harness/core/test-guard/ignored-files';
import { isGuard, type TestGuards } from '@harness/core/test-guard/weakened-tests';
import { bytePath, nameOfBytes } from '../file/byte-name.ts';
import { nullIfMissing, valueIfCode } from '../file/file-system.ts';

export interface ManifestEntry {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  /** Text of tests and settings; `undefined` for all other files. */
  readonly text?: string;
}

export interface CheckoutManifest {
  readonly atMs: number;
  /** True if the folder has more files than the manifest. */
  readonly cut: boolean;
  readonly entries: readonly ManifestEntry[];
}

/** Folders that tools create and projects do not commit. */
const generatedFolders = new Set(
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
const maxFiles = 20_000;
const maxHashedBytes = 16 * 1024 * 1024;
const maxTextBytes = 256 * 1024;
const maxTotalTextBytes = 32 * 1024 * 1024;
const defaults: TestGuards = { checks: [] };

export async function manifestOf(root: string, docsPath: string, limit = maxFiles): Promise<CheckoutManifest> {
  const atMs = Date.now();
  const paths: string[] = [];
  const all = await walk(root, '', isOwnPath({ foreign: [], docsPath }), paths, limit);
  const entries: ManifestEntry[] = [];
  let textLeft = maxTotalTextBytes;
  for (const path of paths) {
    const entry = await entryOf(root, path, textLeft);
    if (entry === null) continue;
    textLeft -= entry.text?.length ?? 0;
    entries.push(entry);
  }
  return { atMs, cut: !all, entries };
}

export const isGenerated = (name: string): boolean => generatedFolders.has(name);

/** Lists up to `limit` files and links of a folder, without generated folders and `.harness`. */
export async function listFiles(root: string, limit: number, folder = ''): Promise<readonly string[]> {
  const found: string[] = [];
  await walk(root, folder.replace(/\/$/, ''), isOwnPath({ foreign: [], docsPath: '' }), found, limit);
  return found;
}

/** Returns false if there are more files than `limit`. */
async function walk(root: string, folder: string, wanted: (path: string) => boolean, found: string[], limit: number) {
  const at = bytePath(root, folder);
  const entries = await readdir(at, { withFileTypes: true, encoding: 'buffer' }).catch(emptyIfDenied);
  for (const each of entries.sort((one, other) => Buffer.compare(one.name, other.name))) {
    const name = nameOfBytes(each.name);
    const path = folder === '' ? name : `${folder}/${name}`;
    if (each.isDirectory()) {
      if (generatedFolders.has(name) || !wanted(`${path}/`)) continue;
      if (!(await walk(root, path, wanted, found, limit))) return false;
    } else if ((each.isFile() || each.isSymbolicLink()) && wanted(path)) {
      if (found.length === limit) return false;
      found.push(path);
    }
  }
  return true;
}

/** An agent cannot change files that the user may not read. */
const emptyIfDenied = valueIfCode<[]>([], 'EACCES', 'EPERM');

/** `null` if the file has disappeared. */
async function entryOf(root: string, path: string, textLeft: number): Promise<ManifestEntry | null> {
  const file = bytePath(root, path);
  const seen = await lstat(file).catch(nullIfMissing);
  if (seen === null) return null;
  const { size, mtimeMs } = seen;
  if (seen.isSymbolicLink()) return { path, size, sha256: hash(`link ${await readlink(file)}`) };
  const [bytes] = size > maxHashedBytes ? [] : await readFile(file).then((read) => [read], emptyIfDenied);
  if (bytes === undefined) return { path, size, sha256: `time ${mtimeMs}` };
  const hasText =
    size <= Math.min(maxTextBytes, textLeft) && (isGuard(path, defaults) || isIgnoreFile(path) || isExecutable(path));
  return { path, size, sha256: hash(bytes), ...(hasText ? { text: bytes.toString('utf8') } : {}) };
}

/** Sources and scripts; scripts may have no ending. */
const isExecutable = (path: string) =>
  isSourceFile(path) || /(?:^|\/)[^/.]+$|\.(?:sh|bash|zsh|ps1|bat|cmd|mk)$/.test(path);

const hash = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');

export const writeManifest = ({ entries, ...head }: CheckoutManifest): string =>
  [head, ...entries].map((row) => `${JSON.stringify(row)}\n`).join('');

export function readManifest(text: string): CheckoutManifest {
  const [head = '{}', ...rows] = text.split('\n').filter((line) => line !== '');
  return {
    ...(JSON.parse(head) as Omit<CheckoutManifest, 'entries'>),
    entries: rows.map((row) => JSON.parse(row) as ManifestEntry),
  };
}

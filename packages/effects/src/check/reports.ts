/**
 * Finds the test reports of a check: files in its folder that match globs and were written while it ran.
 *
 * A report is fresh if it differs from the one before, not by its time stamp: an old report, or one that an agent
 * wrote, proves nothing about this check.
 */

import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { matchesGlob } from '@harness/core/test-guard/glob';
import { sumTestCounts, type TestCount } from '@harness/core/test-report/count';
import { readReportFile } from '@harness/core/test-report/read';
import { valueIfCode } from '../file/file-system.ts';

/** State of each report by path: its times, size and inode. The content may be unchanged. */
export type Reports = ReadonlyMap<string, string>;

const skipped = new Set(['.git', '.harness', 'node_modules', '.venv', 'venv', '.tox']);
/** Larger folder trees are not searched completely; reports beyond the limit are unknown. */
const maxFolders = 20_000;
const maxReports = 2_000;
const maxBytes = 5_000_000;

export async function findReports(folder: string, globs: readonly string[]): Promise<Reports> {
  const found = new Map<string, string>();
  const folders = [''];
  for (let n = 0; n < folders.length && n < maxFolders && found.size < maxReports; n++) {
    const at = folders[n] ?? '';
    for (const entry of await readdir(join(folder, at), { withFileTypes: true }).catch(ifGone([]))) {
      const path = at === '' ? entry.name : `${at}/${entry.name}`;
      if (entry.isDirectory() && !skipped.has(entry.name) && globs.some((glob) => canContain(path, glob)))
        folders.push(path);
      if (entry.isFile() && matchesGlob(path, globs)) found.set(path, await stampOf(join(folder, path)));
    }
  }
  return found;
}

/** Reads the reports that are new or changed. */
export async function readFreshReports(
  folder: string,
  globs: readonly string[],
  before: Reports,
): Promise<readonly string[]> {
  const now = await findReports(folder, globs);
  const texts: string[] = [];
  for (const [path, stamp] of now)
    if (stamp !== '' && stamp !== before.get(path)) texts.push(await textOf(join(folder, path)));
  return texts;
}

/** Counts the tests in these reports; `null` if there are none. */
export const countReportedTests = (reports: readonly string[]): TestCount | null =>
  sumTestCounts(reports.map(readReportFile).filter((count) => count !== null));

/** Checks segment by segment whether a folder can contain a match. */
function canContain(folder: string, glob: string): boolean {
  const segments = glob.split('/');
  for (const [n, name] of folder.split('/').entries()) {
    const segment = segments[n];
    if (segment === '**') return true;
    if (segment === undefined || n === segments.length - 1 || !matchesGlob(name, [segment])) return false;
  }
  return true;
}

/** A test may remove its files at any time; a missing file is not a report. */
const ifGone = <Value>(value: Value) => valueIfCode(value, 'ENOENT', 'ENOTDIR', 'EACCES', 'EPERM');

async function stampOf(path: string): Promise<string> {
  const found = await stat(path, { bigint: true }).catch(ifGone(null));
  return found === null ? '' : [found.mtimeNs, found.ctimeNs, found.size, found.ino].join(' ');
}

async function textOf(path: string): Promise<string> {
  const { size } = await stat(path).catch(ifGone({ size: 0 }));
  return size > maxBytes ? '' : readFile(path, 'utf8').catch(ifGone(''));
}

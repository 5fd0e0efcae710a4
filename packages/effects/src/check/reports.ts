/**
 * The reports that a check writes: files in its folder, by globs, and only those that were written while it ran.
 *
 * Whether one is fresh is told by comparing it with what lay there before, not by the clock: an old report, or one that an
 * agent put there, says nothing about this check.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { matches } from '@harness/core/test-guard/glob';
import { sumOf, type TestCount } from '@harness/core/test-report/count';
import { readReportFile } from '@harness/core/test-report/read';

/** What a report was at one moment, by its path: its content may be the same, but not its time and place on the disk. */
export type Reports = ReadonlyMap<string, string>;

const skipped = new Set(['.git', '.harness', 'node_modules', '.venv', 'venv', '.tox']);
/** A folder tree larger than this is not searched to its end; nothing is then known of what lies beyond. */
const mostFolders = 20_000;
const mostReports = 2_000;
const mostBytes = 5_000_000;

export async function reportsIn(folder: string, globs: readonly string[]): Promise<Reports> {
  const found = new Map<string, string>();
  const folders = [''];
  for (let n = 0; n < folders.length && n < mostFolders && found.size < mostReports; n++) {
    const at = folders[n] ?? '';
    for (const entry of await entriesOf(join(folder, at))) {
      const path = at === '' ? entry.name : `${at}/${entry.name}`;
      if (entry.isDirectory() && !skipped.has(entry.name) && globs.some((glob) => leadsTo(path, glob)))
        folders.push(path);
      if (entry.isFile() && matches(path, globs)) found.set(path, await stampOf(join(folder, path)));
    }
  }
  return found;
}

/** How many tests the reports tell of that are not as they were before; null when there is none. */
export async function countFresh(folder: string, globs: readonly string[], before: Reports): Promise<TestCount | null> {
  const now = await reportsIn(folder, globs);
  const counts: TestCount[] = [];
  for (const [path, stamp] of now) {
    if (stamp === '' || stamp === before.get(path)) continue;
    const count = readReportFile(await textOf(join(folder, path)));
    if (count) counts.push(count);
  }
  return sumOf(counts);
}

/** Whether a folder can hold something that matches, segment by segment. */
function leadsTo(folder: string, glob: string): boolean {
  const segments = glob.split('/');
  for (const [n, name] of folder.split('/').entries()) {
    const segment = segments[n];
    if (segment === '**') return true;
    if (segment === undefined || n === segments.length - 1 || !matches(name, [segment])) return false;
  }
  return true;
}

/** A test may take away what it made at any moment; what is gone is no report. */
const isGone = (error: unknown) =>
  ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '');

async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (isGone(error)) return [];
    throw error;
  }
}

async function stampOf(path: string): Promise<string> {
  try {
    const { mtimeNs, ctimeNs, size, ino } = await stat(path, { bigint: true });
    return [mtimeNs, ctimeNs, size, ino].join(' ');
  } catch (error) {
    if (isGone(error)) return '';
    throw error;
  }
}

async function textOf(path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    return size > mostBytes ? '' : await readFile(path, 'utf8');
  } catch (error) {
    if (isGone(error)) return '';
    throw error;
  }
}

/**
 * Records when processes of agents could write to the checkout, and finds packages that were written then.
 *
 *   X1. A start is recorded before the process starts. Without an end, the time lasts until the next start.
 *   X2. A file belongs to such a time by its change time, which no program can set. Packages that the user installs
 *       again have a new change time.
 *   X3. Caches of tools do not count, because no clean room gets them.
 *   X4. A folder of packages that was replaced during such a time belongs to it, though its files are older: an agent can
 *       move another folder to its place, or to the place of a folder around it.
 */
import { appendFileSync, lstatSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { isCacheFolder } from '@harness/core/lane/dependencies';
import { parseJson } from '@harness/core/text/json';
import { tryOr } from '../file/file-system.ts';
import { type FolderIds, readFolderId, readFolderIds, recordedPlaces } from './folder-ids.ts';

interface ExposedTime {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  /** All folders at the start, and those that are others at the end; absent in records of older versions. */
  readonly before?: FolderIds;
  readonly after?: FolderIds;
}

const fileOf = (root: string) => join(root, '.harness', 'exposed', 'times.jsonl');

/** Returns the function that records the end. */
export async function openExposedTime(root: string): Promise<() => Promise<void>> {
  mkdirSync(join(root, '.harness', 'exposed'), { recursive: true });
  const id = crypto.randomUUID();
  const append = (line: Partial<ExposedTime>) => appendFileSync(fileOf(root), `${JSON.stringify(line)}\n`);
  const before = await readFolderIds(root);
  append({ id, from: Date.now(), before });
  return async () => {
    const now = Object.entries(await readFolderIds(root));
    append({ id, to: Date.now(), after: Object.fromEntries(now.filter(([path, is]) => before[path] !== is)) });
  };
}

/** True if this file, or anything in this folder of the checkout, changed while agents could write there. */
export async function isWrittenByAgents(root: string, path: string): Promise<boolean> {
  const text = tryOr(() => readFileSync(fileOf(root), 'utf8'), '', 'ENOENT', 'ENOTDIR');
  if (text === '') return false;
  const top = join(root, path);
  const found = tryOr(() => lstatSync(top), null, 'ENOENT', 'ENOTDIR');
  if (found === null) return false;
  const state = `${found.ino} ${found.ctimeMs} ${text}`;
  const known = results.get(top);
  if (known?.state === state) return known.isWritten;
  const times = readTimes(text);
  const isWritten = isReplaced(root, path, times) || (await hasEntryOf(top, found.isDirectory(), times));
  results.set(top, { state, isWritten });
  return isWritten;
}

/** A result stays valid until another process could write, or until the user installs the packages again. */
const results = new Map<string, { readonly state: string; readonly isWritten: boolean }>();

function readTimes(text: string): readonly ExposedTime[] {
  const lines = text.split('\n').flatMap((line) => (parseJson(line) as Partial<ExposedTime> | undefined) ?? []);
  const ends = new Map(lines.flatMap((line) => (line.to === undefined ? [] : [[line.id, line]])));
  const starts = lines.flatMap((line) =>
    line.from === undefined ? [] : [{ ...line, id: line.id ?? '', from: line.from }],
  );
  return starts.map(({ id, from, before }, at) => {
    const [end, next] = [ends.get(id), starts[at + 1]];
    const after = end ? end.after : next?.before;
    return {
      id,
      from,
      to: end?.to ?? next?.from ?? Number.POSITIVE_INFINITY,
      ...(before ? { before } : {}),
      ...(after ? { after } : {}),
    };
  });
}

/** X4, for the path and each recorded folder around it. Without an end, the folder of today counts. */
function isReplaced(root: string, path: string, times: readonly ExposedTime[]): boolean {
  return recordedPlaces(root, path).some((place) => {
    const today = readFolderId(root, place);
    const isOfTime = ({ before, after }: ExposedTime) =>
      before !== undefined && before[place] !== today && (after === undefined || after[place] === today);
    return today !== null && times.some(isOfTime);
  });
}

/** Maximum tick of a kernel clock: change times may be older than the clock by it. */
const tickMs = 20;

/** Folders to read before other work of the process gets its turn. */
const batchSize = 200;

async function hasEntryOf(top: string, isFolder: boolean, times: readonly ExposedTime[]): Promise<boolean> {
  const isInside = (path: string): boolean => {
    const changed = lstatSync(path).ctimeMs;
    return times.some(({ from, to }) => changed >= from - tickMs && changed <= to + tickMs);
  };
  if (!isFolder) return isInside(top);
  const folders = [top];
  for (let count = 1; folders.length > 0; count++) {
    const folder = folders.pop() ?? top;
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (folder === top && isCacheFolder(entry.name)) continue;
      if (isInside(join(folder, entry.name))) return true;
      if (entry.isDirectory()) folders.push(join(folder, entry.name));
    }
    if (count % batchSize === 0) await setImmediate();
  }
  return false;
}

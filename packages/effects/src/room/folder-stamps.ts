/**
 * Records every file of a folder, to find out later which of them a program has changed.
 *
 *   T1. A stamp has the inode, mode, size and both times in nanoseconds. No program can set the change time.
 *   T2. A folder is compared by its inode and mode only: its entries are compared one by one.
 */
import { lstatSync, readdirSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { setTimeout as delay, setImmediate } from 'node:timers/promises';
import { bytePath, nameOfBytes } from '../file/byte-name.ts';
import { tryOr } from '../file/file-system.ts';

/** Stamps by path, relative to the folder; parents come before their content. */
export type FolderStamps = ReadonlyMap<string, string>;

/** Entries to read before other work of the process gets its turn. */
const batchSize = 2_000;

/** `skip` names entries of the top folder that are not recorded. */
export async function readFolderStamps(folder: string, skip: readonly string[] = []): Promise<FolderStamps> {
  const stamps = new Map<string, string>();
  const folders = [''];
  let untilPause = batchSize;
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    for (const name of await entriesOf(bytePath(folder, at))) {
      if (at === '' && skip.includes(name)) continue;
      const path = at === '' ? name : `${at}/${name}`;
      const { stamp, isFolder } = stampOf(bytePath(folder, path));
      stamps.set(path, stamp);
      if (isFolder) folders.push(path);
      untilPause--;
    }
    if (untilPause > 0) continue;
    untilPause = batchSize;
    await setImmediate();
  }
  return stamps;
}

/** A program may have taken its own folder's permissions away. */
async function entriesOf(folder: Buffer): Promise<readonly string[]> {
  const read = () => readdirSync(folder, { encoding: 'buffer' }).map(nameOfBytes);
  const names = tryOr<readonly string[] | null>(read, null, 'EACCES');
  if (names !== null) return names;
  await chmod(folder, 0o700);
  return read();
}

function stampOf(path: Buffer): { readonly stamp: string; readonly isFolder: boolean } {
  const { ino, mode, size, mtimeNs, ctimeNs } = lstatSync(path, { bigint: true });
  const isFolder = (mode & 0o170_000n) === 0o040_000n;
  const stamp = isFolder ? `${ino} ${mode}` : `${ino} ${mode} ${size} ${mtimeNs} ${ctimeNs}`;
  return { stamp, isFolder };
}

/** Maximum tick of a kernel clock. */
const tickMs = 20;

/** Waits until a later write gets another time than the newest recorded one. */
export const waitForClockTick = (): Promise<void> => delay(tickMs);

/** Looks for files and folders and removes folders. A missing path is an answer; an unreadable one is an error. */
import type { Dirent } from 'node:fs';
import { chmod, lstat, readdir, readFile, rm } from 'node:fs/promises';

/** False for a link to a folder. */
export const isFolder = async (path: string | Buffer): Promise<boolean> =>
  (await lstat(path).catch(nullIfMissing))?.isDirectory() ?? false;

export const pathExists = async (path: string | Buffer): Promise<boolean> =>
  (await lstat(path).catch(nullIfMissing)) !== null;

/** Handles a rejection: returns `value` if the error has one of these codes, and throws any other error. */
export const valueIfCode =
  <Value>(value: Value, ...codes: readonly string[]) =>
  (error: unknown): Value => {
    if (codes.includes((error as NodeJS.ErrnoException).code ?? '')) return value;
    throw error;
  };

/** Like `valueIfCode` for a function that throws. */
export function tryOr<Value>(act: () => Value, value: Value, ...codes: readonly string[]): Value {
  try {
    return act();
  } catch (error) {
    return valueIfCode(value, ...codes)(error);
  }
}

/** `null` if the path is missing: no such file, a file instead of a folder, or a link that leads to itself. */
export const nullIfMissing = valueIfCode(null, 'ENOENT', 'ENOTDIR', 'ELOOP');

/** Empty if the folder is missing or must not be read: the search of a checkout skips a folder of another user. */
export const listEntries = (path: string): Promise<readonly Dirent[]> =>
  readdir(path, { withFileTypes: true }).catch(valueIfCode([], 'ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES'));

/** `null` if the file is missing. */
export async function readJsonFile<Value>(path: string): Promise<Value | null> {
  const text = await readFile(path, 'utf8').catch(nullIfMissing);
  return text === null ? null : (JSON.parse(text) as Value);
}

/** Removes a folder, also if it is write-protected: some tools protect the packages that they download. */
export async function removeFolder(path: string | Buffer): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error;
    await makeWritable(path);
    await rm(path, { recursive: true, force: true });
  }
}

async function makeWritable(folder: string | Buffer): Promise<void> {
  if (!(await isFolder(folder))) return; // a link: its target is not part of the folder
  await chmod(folder, 0o700);
  for (const name of await readdir(folder, { encoding: 'buffer' }))
    await makeWritable(Buffer.concat([Buffer.from(folder), Buffer.from('/'), name]));
}

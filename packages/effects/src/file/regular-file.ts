/** Reads files of a commit, and finds paths behind its links: an agent may have put a link or a pipe at any path. */
import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { bytePath } from './byte-name.ts';
import { nullIfMissing, valueIfCode } from './file-system.ts';

const defaultMaxBytes = 64 * 1024 * 1024;

/** `null` if there is no readable regular file, or a very large one. A link is not followed: `/dev/zero` has no end. */
export async function readRegularFile(
  path: string,
  encoding: 'utf8' | 'latin1',
  maxBytes = defaultMaxBytes,
): Promise<string | null> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants; // opening a pipe must not wait
  const nullIfNoFile = valueIfCode(null, 'ENOENT', 'ENOTDIR', 'ELOOP', 'EMLINK', 'ENXIO', 'ENODEV', 'EACCES');
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(nullIfNoFile);
  if (file === null) return null;
  try {
    const found = await file.stat();
    return found.isFile() && found.size <= maxBytes ? await file.readFile(encoding) : null;
  } finally {
    await file.close();
  }
}

/** Whether a parent of the path below `root` is a link or a file: what is written or removed there is elsewhere. */
export async function isBehindLink(root: string, path: string): Promise<boolean> {
  const names = path.split('/').slice(0, -1);
  for (let count = 1; count <= names.length; count++) {
    const found = await lstat(bytePath(root, names.slice(0, count).join('/'))).catch(nullIfMissing);
    if (found === null) return false;
    if (!found.isDirectory()) return true;
  }
  return false;
}

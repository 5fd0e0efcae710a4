/** Refuses to save files that git would read for minutes and store forever, before git reads them. */
import { lstat } from 'node:fs/promises';
import { bytePath } from '../../file/byte-name.ts';
import { nullIfMissing } from '../../file/file-system.ts';
import { GitError } from '../command.ts';

const gigabyte = 1024 ** 3;
export const maxFileBytes = gigabyte;
/** Changed and new files of one checkpoint together. */
const maxTotalBytes = 4 * gigabyte;
const maxNamed = 5;

export class TooLargeError extends GitError {
  readonly params: { readonly files: string; readonly size: string; readonly limit: string; readonly path: string };

  constructor(folder: string, files: readonly SizedFile[], limit: number) {
    const named = files.slice(0, maxNamed).map(({ path }) => path);
    super(`too large to be saved: ${named.join(', ')}`);
    const more = files.length > maxNamed ? [`+${files.length - maxNamed}`] : [];
    this.params = {
      files: [...named, ...more].join(', '),
      size: inGigabytes(totalOf(files)),
      limit: inGigabytes(limit),
      path: folder,
    };
  }
}

export interface SizedFile {
  readonly path: string;
  readonly size: number;
}

/** Sizes of regular files. All other paths have the size 0, because git does not read them. */
export const sizesOf = (folder: string, paths: readonly string[]): Promise<readonly SizedFile[]> =>
  Promise.all(
    [...new Set(paths)].map(async (path) => {
      const found = await lstat(bytePath(folder, path)).catch(nullIfMissing);
      return { path, size: found?.isFile() ? found.size : 0 };
    }),
  );

/** Above this size, git reads for many seconds, and a cancelled effect must not wait for it. */
const longReadBytes = 64 * 1024 ** 2;

/** Throws a `TooLargeError` if one of these files, or all together, are above the limit. */
export async function requireSavableSize(folder: string, paths: readonly string[]): Promise<{ isLong: boolean }> {
  const files = (await sizesOf(folder, paths))
    .filter(({ size }) => size > 0)
    .sort((one, other) => other.size - one.size);
  const large = files.filter(({ size }) => size > maxFileBytes);
  if (large.length > 0) throw new TooLargeError(folder, large, maxFileBytes);
  const total = totalOf(files);
  if (total > maxTotalBytes) throw new TooLargeError(folder, files, maxTotalBytes);
  return { isLong: total > longReadBytes };
}

const totalOf = (files: readonly SizedFile[]) => files.reduce((sum, { size }) => sum + size, 0);
const inGigabytes = (bytes: number) => `${(bytes / gigabyte).toFixed(1)} GB`;

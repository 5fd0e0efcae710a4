/** Reads a text file that the user named, relative to the current folder or to the repository. */
import { realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { Refusal } from '@harness/core/failure/refusal';
import { resolveContained } from '@harness/effects/contained-path';
import { readTextFile, type TextFile } from '@harness/effects/plans/text-file';

interface ReadOptions {
  /** The command that reads it, for the suggestion in a refusal. */
  readonly command: string;
  readonly maxBytes: number;
}

export interface InputFile {
  /** Relative to the repository root. */
  readonly path: string;
  readonly text: string;
}

/** Refuses a file outside the repository. */
export function readRepositoryFile(root: string, given: string, options: ReadOptions): InputFile {
  const places = [...new Set([resolve(given), resolve(root, given)])].map(withRealFolder);
  const existing = places.find((place) => readTextFile(place, options.maxBytes).is !== 'missing');
  if (existing === undefined) throw new Refusal('input.missing', { path: given, command: options.command });
  const path = relative(root, existing).replaceAll('\\', '/');
  if (!resolveContained(root, path).ok) throw new Refusal('input.outside', { path: given, command: options.command });
  return { path, text: textOf(readTextFile(existing, options.maxBytes), given, options) };
}

/** Reads a file that may be anywhere. */
export const readUserFile = (given: string, options: ReadOptions): string =>
  textOf(readTextFile(withRealFolder(resolve(given)), options.maxBytes), given, options);

function textOf(file: TextFile, path: string, { command, maxBytes }: ReadOptions): string {
  switch (file.is) {
    case 'text':
      if (file.text.trim() === '') throw new Refusal('input.empty', { path, command });
      return file.text;
    case 'missing':
    case 'not-a-file':
    case 'refused':
      throw new Refusal('input.missing', { path, command });
    case 'link':
      throw new Refusal('input.outside', { path, command });
    case 'too-large':
      throw new Refusal('input.too-large', { path, maximum: maxBytes, command });
    case 'not-text':
      throw new Refusal('input.not-text', { path, command });
  }
}

/** Resolves links in the folder, through which the user may have come, but not a link at the file itself. */
function withRealFolder(path: string): string {
  try {
    return join(realpathSync(dirname(path)), basename(path));
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return path;
  }
}

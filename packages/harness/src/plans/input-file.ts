/** A file that a person named: found where they stand or in the repository, and text that is worth reading. */
import { realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { Refusal } from '@harness/core/failure/refusal';
import { resolveContained } from '@harness/effects/contained-path';
import { readTextFile, type TextFile } from '@harness/effects/plans/text-file';

interface Wanted {
  /** The command that is asked, for what is said next. */
  readonly command: string;
  readonly maxBytes: number;
}

export interface InputFile {
  /** By its path in the repository. */
  readonly path: string;
  readonly text: string;
}

/** A file that must lie in the repository. */
export function readRepositoryFile(root: string, given: string, wanted: Wanted): InputFile {
  const places = [...new Set([resolve(given), resolve(root, given)])].map(withRealFolder);
  const there = places.find((place) => readTextFile(place, wanted.maxBytes).is !== 'missing');
  if (there === undefined) throw new Refusal('input.missing', { path: given, command: wanted.command });
  const path = relative(root, there).replaceAll('\\', '/');
  if (!resolveContained(root, path).ok) throw new Refusal('input.outside', { path: given, command: wanted.command });
  return { path, text: textOf(readTextFile(there, wanted.maxBytes), given, wanted) };
}

/** The text of a file that may lie anywhere. */
export const readTextFileFrom = (given: string, wanted: Wanted): string =>
  textOf(readTextFile(withRealFolder(resolve(given)), wanted.maxBytes), given, wanted);

function textOf(file: TextFile, path: string, { command, maxBytes }: Wanted): string {
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

/** A person may stand in a folder that they reached through a link; the file itself is taken as it is. */
function withRealFolder(path: string): string {
  try {
    return join(realpathSync(dirname(path)), basename(path));
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return path;
  }
}

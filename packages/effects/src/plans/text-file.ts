/** Reads a text file with a size limit: no link, and valid UTF-8 only. */
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

export type TextFile =
  | { readonly is: 'text'; readonly text: string; readonly mode: number }
  | { readonly is: 'missing' | 'link' | 'not-a-file' | 'too-large' | 'not-text' }
  | { readonly is: 'refused'; readonly detail: string };

/** A byte order mark is part of the text, so that writing it back changes nothing. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function readTextFile(path: string, maxBytes: number): TextFile {
  let opened: number;
  try {
    opened = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { is: 'missing' };
    if (code === 'ELOOP' || code === 'EMLINK') return { is: 'link' };
    if (code === 'EACCES' || code === 'EPERM' || code === 'ENXIO') return { is: 'refused', detail: message };
    throw error;
  }
  try {
    const { size, mode } = fstatSync(opened);
    if (!isRegular(mode)) return { is: 'not-a-file' };
    if (size > maxBytes) return { is: 'too-large' };
    return { is: 'text', text: decoder.decode(readFileSync(opened)), mode: mode & 0o777 };
  } catch (error) {
    if (error instanceof TypeError) return { is: 'not-text' };
    throw error;
  } finally {
    closeSync(opened);
  }
}

const isRegular = (mode: number) => (mode & constants.S_IFMT) === constants.S_IFREG;

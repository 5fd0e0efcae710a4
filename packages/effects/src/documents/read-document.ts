/** Reads a document of the repository that agents may have written: never through a link, and with a size limit. */
import { Refusal } from '@harness/core/failure/refusal';
import { resolveContained } from '../contained-path.ts';
import { readTextFile, type TextFile } from '../plans/text-file.ts';

const maxBytes = 16 * 1024 * 1024;

export function readDocument(root: string, path: string): TextFile {
  const contained = resolveContained(root, path);
  return contained.ok ? readTextFile(contained.path, maxBytes) : { is: 'link' };
}

/** For the document of a command: `null` if it is missing, and a refusal if it cannot be used. */
export function requireDocument(
  root: string,
  path: string,
  command: string,
): { readonly text: string; readonly mode: number } | null {
  const file = readDocument(root, path);
  switch (file.is) {
    case 'text':
      return file;
    case 'missing':
      return null;
    case 'link':
      throw new Refusal('input.outside', { path, command });
    case 'too-large':
      throw new Refusal('input.too-large', { path, maximum: maxBytes, command });
    case 'not-text':
    case 'not-a-file':
      throw new Refusal('input.not-text', { path, command });
    case 'refused':
      throw new Refusal('input.missing', { path, command });
  }
}

/** The name of a file made of any text: no separators, not hidden, not too long for a file system. */
import { createHash } from 'node:crypto';

const longest = 120;

export function safeName(text: string): string {
  const plain = text.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[.-]+/, '');
  if (plain === '') return `x-${hash(text)}`;
  // What is cut off could have been the only difference; the end holds number and extension.
  return plain.length <= longest ? plain : `${plain.slice(0, longest - 40)}-${hash(text)}-${plain.slice(-24)}`;
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);

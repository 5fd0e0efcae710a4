/** Converts any text into a file name: no separators, not hidden, not too long. */
import { createHash } from 'node:crypto';

const maxChars = 120;

export function safeName(text: string): string {
  const plain = text.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[.-]+/, '');
  if (plain === '') return `x-${hash(text)}`;
  // The hash keeps truncated names different; the end holds the number and the extension.
  return plain.length <= maxChars ? plain : `${plain.slice(0, maxChars - 40)}-${hash(text)}-${plain.slice(-24)}`;
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);

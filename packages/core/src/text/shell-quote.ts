/**
 * Quotes a path for a shell. A screen replaces control characters, also within quotes, so a path with one is written
 * as `$'…'`, which bash, zsh and ksh read.
 */
export function shellQuote(path: string): string {
  if (/^[\w./@-]+$/.test(path)) return path;
  if (!unprintable.test(path)) return `'${path.replaceAll("'", "'\\''")}'`;
  return `$'${Array.from(path, escapeCharacter).join('')}'`;
}

/** A character that moves the cursor or changes the direction of the text. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

function escapeCharacter(character: string): string {
  if (character === '\n') return '\\n';
  if (/['\\]/.test(character)) return `\\${character}`;
  if (!unprintable.test(character)) return character;
  return encodeURIComponent(character).replace(/%(..)/g, (_, hex: string) => octal(Number.parseInt(hex, 16)));
}

/** Always three digits, because the next character may be a digit. */
const octal = (byte: number): string => `\\${byte.toString(8).padStart(3, '0')}`;

/** Makes untrusted text safe for a terminal, and measures it in columns. */

/** Replaces characters that move the cursor, clear the screen, set the window title or reverse text with a space. */
export const printable = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not get through
  text.replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g, ' ');

/** The same, but keeps line breaks. */
export const printableLines = (text: string): string => text.split(/\r?\n/).map(printable).join('\n');

/** One indented line per text, below the line before. */
export const printableList = (texts: readonly string[]): string =>
  texts.map((text) => `\n  ${printable(text)}`).join('');

/** Colours of the harness itself, and tabs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a colour starts with one
const harmless = /(\t|\u001b\[\d{1,2}m)/;

/** For all output: the same as `printableLines`, but keeps tabs and, with `colour`, colours. */
export const printableOutput = (text: string, colour: boolean): string =>
  isPlainOutput(text)
    ? text
    : text
        .split(harmless)
        .map((part) => (part === '\t' || (colour && harmless.test(part)) ? part : printableLines(part)))
        .join('');

/** For JSON: escapes the same characters, which can only be within its texts. */
export const printableJson = (text: string): string =>
  text.replace(/[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, escapeCharacter);

const escapeCharacter = (found: string) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Fast path for a long list. */
const isPlainOutput = (text: string) => /^[\n\x20-\x7e]*$/.test(text);

/** Fast path for ASCII: measuring each character would dominate a long list. */
const isPlain = (text: string) => /^[\x20-\x7e]*$/.test(text);

/** The first line; a title may be a whole specification. */
export const firstLineOf = (text: string): string =>
  isPlain(text) ? text.trim() : printable(text.trim().split(/\r?\n/)[0] ?? '');

/** Characters of two columns: Hangul, Kana, Han, full-width forms, emoji. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;
const zeroWidth = /\p{Mark}|\u200b|\u200d|\ufe0f/u;

const columnsOf = (character: string) => (zeroWidth.test(character) ? 0 : wide.test(character) ? 2 : 1);

export const columnWidth = (text: string): number =>
  isPlain(text) ? text.length : [...text].reduce((sum, character) => sum + columnsOf(character), 0);

/** Wraps between words; a word that is too long is left to the terminal. */
export function wrapToColumns(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(/(?<=\S) /)) {
    const line = lines.at(-1);
    if (line !== undefined && columnWidth(line) + 1 + columnWidth(word) <= columns)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Truncates to one terminal line: a wrapped line cannot be redrawn. */
export function truncateToColumns(text: string, columns: number): string {
  if (isPlain(text)) return text.length > columns ? `${text.slice(0, columns - 1)}…` : text;
  let used = 0;
  let fitting = '';
  for (const character of printable(text)) {
    used += columnsOf(character);
    if (used > columns) return `${[...fitting].slice(0, -1).join('')}…`;
    fitting += character;
  }
  return fitting;
}

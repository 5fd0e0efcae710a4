/** Counts lines; a final newline starts no new line. */
export const linesIn = (text: string): number => (text === '' ? 0 : text.replace(/\r?\n$/, '').split('\n').length);

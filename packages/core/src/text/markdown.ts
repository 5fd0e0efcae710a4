/** Text of others in a page of ours: it stays in its place, whatever is in it. */

/** One cell of a table: one line, and no bar of its own. */
export const cell = (text: string): string => oneLine(text).replaceAll('|', '\\|');

/** One line of prose. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

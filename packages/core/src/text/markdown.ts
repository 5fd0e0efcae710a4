/** Escapes foreign text for a Markdown page. */

/** One line, with `|` escaped. */
export const tableCell = (text: string): string => oneLine(text).replaceAll('|', '\\|');

export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

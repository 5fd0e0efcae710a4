/** How many lines a text has: a newline at its end begins no new one. */
export const linesIn = (text: string): number => (text === '' ? 0 : text.replace(/\r?\n$/, '').split('\n').length);

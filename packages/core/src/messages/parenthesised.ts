/** ` (text)`, or an empty string if there is no text. */
export const parenthesised = (text: string | undefined): string =>
  text === undefined || text === '' ? '' : ` (${text})`;

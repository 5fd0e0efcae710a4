/** ` (what else is known)`, or nothing when nothing is. */
export const parenthesised = (text: string | undefined): string =>
  text === undefined || text === '' ? '' : ` (${text})`;

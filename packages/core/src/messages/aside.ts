/** ` (what else is known)`, or nothing when nothing is. */
export const aside = (text: string | number | undefined): string =>
  text === undefined || text === '' ? '' : ` (${text})`;

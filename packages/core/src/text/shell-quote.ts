/** Quotes a path for a shell. */
export const shellQuote = (path: string): string =>
  /^[\w./@-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;

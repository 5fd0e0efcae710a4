/** Quotes a path for a shell. */
export { shellQuote } from '@harness/core/text/shell-quote';

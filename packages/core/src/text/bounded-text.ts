/**
 * Bounds text by others before it is stored or shown: a limit of characters, and no control characters or marks that
 * change the direction of the text around them.
 */

const unsafe = /[^\P{Cc}\n\t]|[\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const halfPair = /[\uD800-\uDBFF]$/;

/** Several lines. Long texts are cut before they are searched. */
export const boundedText = (text: string, maxLength: number): string =>
  text.slice(0, maxLength).replace(halfPair, '').replaceAll('\r\n', '\n').replace(unsafe, ' ').trim();

/** One line. */
export const boundedLine = (text: string, maxLength: number): string =>
  boundedText(text, maxLength).replace(/\s+/g, ' ');

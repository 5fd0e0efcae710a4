/** One sign a line, coloured on a terminal that wants it; none where the line brings its own, or belongs to the one above. */
import type { LineMark } from '@harness/core/views/line-codes';
import pc from 'picocolors';

export type Colours = Readonly<Record<LineMark, (text: string) => string>> & { readonly dim: (text: string) => string };

export const symbols: Readonly<Record<LineMark, string>> = { good: '✓', bad: '✗', warn: '!', ask: '?', plain: '·' };

/** A tick or a cross that the words begin with is the sign (W-169); words that are set in continue the line above. */
export function withSymbol(mark: LineMark, words: string, colours: Colours): string {
  const own = (['good', 'bad'] as const).find((one) => words.startsWith(`${symbols[one]} `));
  if (own) return `${colours[own](symbols[own])}${words.slice(1)}`;
  return words.startsWith('  ') ? `  ${words}` : `${colours[mark](symbols[mark])} ${words}`;
}

export function createColours(colour: boolean): Colours {
  const { green, red, yellow, cyan, dim } = pc.createColors(colour);
  return { good: green, bad: red, warn: yellow, ask: cyan, plain: (text) => text, dim };
}

/** The symbol before a line, coloured if the terminal supports it. */
import type { LineMark } from '@harness/core/views/line-codes';
import pc from 'picocolors';

export type Colours = Readonly<Record<LineMark, (text: string) => string>> & { readonly dim: (text: string) => string };

export const symbols: Readonly<Record<LineMark, string>> = { good: '✓', bad: '✗', warn: '!', ask: '?', plain: '·' };

/** A leading tick or cross in the text is its symbol (W-169). Indented text continues the line above and has none. */
export function withSymbol(mark: LineMark, words: string, colours: Colours): string {
  const ownMark = (['good', 'bad'] as const).find((one) => words.startsWith(`${symbols[one]} `));
  if (ownMark) return `${colours[ownMark](symbols[ownMark])}${words.slice(1)}`;
  return words.startsWith('  ') ? `  ${words}` : `${colours[mark](symbols[mark])} ${words}`;
}

export function createColours(colour: boolean): Colours {
  const { green, red, yellow, cyan, dim } = pc.createColors(colour);
  return { good: green, bad: red, warn: yellow, ask: cyan, plain: (text) => text, dim };
}

/** One sign a line, coloured on a terminal that wants it; none where the line brings its own, or belongs to the one above. */
import type { Mark } from '@harness/core/views/lines';
import pc from 'picocolors';

export type Paint = Readonly<Record<Mark, (text: string) => string>> & { readonly dim: (text: string) => string };

export const signs: Readonly<Record<Mark, string>> = { good: '✓', bad: '✗', warn: '!', ask: '?', plain: '·' };

/** A tick or a cross that the words begin with is the sign (W-169); words that are set in continue the line above. */
export function signed(mark: Mark, words: string, colours: Paint): string {
  const own = (['good', 'bad'] as const).find((one) => words.startsWith(`${signs[one]} `));
  if (own) return `${colours[own](signs[own])}${words.slice(1)}`;
  return words.startsWith('  ') ? `  ${words}` : `${colours[mark](signs[mark])} ${words}`;
}

export function paint(colour: boolean): Paint {
  const { green, red, yellow, cyan, dim } = pc.createColors(colour);
  return { good: green, bad: red, warn: yellow, ask: cyan, plain: (text) => text, dim };
}

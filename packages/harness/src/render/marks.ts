/** One sign a line, coloured on a terminal that wants it. */
import type { Mark } from '@harness/core/views/lines';
import pc from 'picocolors';

export type Paint = Readonly<Record<Mark, (text: string) => string>> & { readonly dim: (text: string) => string };

export const signs: Readonly<Record<Mark, string>> = { good: '✓', bad: '✗', warn: '!', ask: '?', plain: '·' };

export function paint(colour: boolean): Paint {
  const { green, red, yellow, cyan, dim } = pc.createColors(colour);
  return { good: green, bad: red, warn: yellow, ask: cyan, plain: (text) => text, dim };
}

/** What a role wants remembered (M-31, M-35): lines of its answer that begin with `MEMORY:` or `TRICK:`. The harness keeps them. */

import { nonEmptyLines, stripEmphasis } from '../answer-contracts/plain.ts';
import type { Role } from '../role/role.ts';

export const memoryKinds = ['MEMORY', 'TRICK'] as const;

export interface MemoryLine {
  readonly kind: (typeof memoryKinds)[number];
  readonly text: string;
}

/** More than this in one answer is no note any more. */
const mostLines = 10;
const longestLine = 400;

/** A trick of a role that finds none is kept as a note. */
export function parseMemoryLines(
  text: string,
  { findsTricks }: Pick<Role<never, unknown>, 'findsTricks'>,
): readonly MemoryLine[] {
  const found = nonEmptyLines(text).flatMap((line) => {
    const { kind, said = '' } = /^(?<kind>MEMORY|TRICK):\s*(?<said>\S.*)$/.exec(plain(line))?.groups ?? {};
    if (kind !== 'MEMORY' && kind !== 'TRICK') return [];
    return [{ kind: kind === 'TRICK' && findsTricks ? 'TRICK' : 'MEMORY', text: toOneLine(said) } as const];
  });
  return found.slice(0, mostLines);
}

/** How a line stands in a note of the journal, and is read from there again. */
export const memoryText = (lines: readonly MemoryLine[]): string =>
  lines.map(({ kind, text }) => `${kind}: ${text}`).join('\n');

/** Everything that is kept is one line: what stands on a line of its own could pose as something else. */
export const toOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, longestLine).trim();

/** Two lines that say the same in nearly the same letters are one. */
export const isSameText = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const plain = (line: string) => stripEmphasis(line.trim().replace(/^[-*+]\s+/, ''));

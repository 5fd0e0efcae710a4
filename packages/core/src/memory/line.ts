/** Reads memory lines from a role's answer (M-31, M-35): lines that start with `MEMORY:` or `TRICK:`. */

import { nonEmptyLines, stripEmphasis } from '../answer-contracts/plain.ts';
import type { Role } from '../role/role.ts';

export const memoryKinds = ['MEMORY', 'TRICK'] as const;

export interface MemoryLine {
  readonly kind: (typeof memoryKinds)[number];
  readonly text: string;
}

/** Limit per answer: a longer list is no longer a note. */
const mostLines = 10;
const longestLine = 400;

/** A trick from a role without `findsTricks` becomes a plain memory. */
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

/** Format of the lines in a journal note; `collect-entries.ts` reads it. */
export const memoryText = (lines: readonly MemoryLine[]): string =>
  lines.map(({ kind, text }) => `${kind}: ${text}`).join('\n');

/** Every entry is one line: a line break would let its text pose as another entry. */
export const toOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, longestLine).trim();

/** Normalizes a text for comparison: lines that differ only in case or punctuation are the same. */
export const normalizeText = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const plain = (line: string) => stripEmphasis(line.trim().replace(/^[-*+]\s+/, ''));

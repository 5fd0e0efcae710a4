/** What a role wants remembered (M-31, M-35): lines of its answer that begin with `MEMORY:` or `TRICK:`. The harness keeps them. */
import { nonEmptyLines, stripEmphasis } from '../answer-contracts/plain.ts';

export const memoryKinds = ['MEMORY', 'TRICK'] as const;

export interface MemoryLine {
  readonly kind: (typeof memoryKinds)[number];
  readonly text: string;
}

/** More than this in one answer is no note any more. */
const mostLines = 10;
const longestLine = 400;
/** Who builds sees what helps elsewhere too; a trick of anybody else is kept as what it is, a note. */
const tricksters: readonly string[] = ['mission.worker'];

export function parseMemoryLines(text: string, role: string): readonly MemoryLine[] {
  const found = nonEmptyLines(text).flatMap((line) => {
    const { kind, said = '' } = /^(?<kind>MEMORY|TRICK):\s*(?<said>\S.*)$/.exec(plain(line))?.groups ?? {};
    if (kind !== 'MEMORY' && kind !== 'TRICK') return [];
    return [
      { kind: kind === 'TRICK' && tricksters.includes(role) ? 'TRICK' : 'MEMORY', text: toOneLine(said) } as const,
    ];
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

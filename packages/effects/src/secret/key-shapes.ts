/**
 * Finds text in a change that has the strict form of a well-known key, though no variable of this process holds it.
 *
 * Placeholders and examples do not count: few different characters, a run such as `0123456789`, or a word like EXAMPLE.
 */

import { askedForms, blockStart } from './secret-patterns.ts';

const forms = new RegExp(askedForms, 'g');
const blockLine = /[A-Za-z0-9+/]{40,}/;
const placeholder = /example|xxxx|placeholder|dummy|fake|sample|redacted|planted/i;
const runs = '0123456789 abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ 9876543210';
const runLength = 8;
const minDistinct = 10;

export interface AddedLine {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** `value` is the part of the line that looks like a key. */
export interface KeyShape extends AddedLine {
  readonly value: string;
}

export const findKeyShapes = (lines: readonly AddedLine[]): readonly KeyShape[] =>
  lines.flatMap((line, at) => {
    const values = [...line.text.matchAll(forms)].map(([value]) => value);
    const block = blockStart.test(line.text) ? blockBody(line, lines[at + 1]) : undefined;
    return [...values, ...(block === undefined ? [] : [block])]
      .filter((value) => !isPlaceholder(value))
      .map((value) => ({ ...line, value }));
  });

/** The first line of a private key: on the same line with escaped line ends, or on the next one. */
const blockBody = (line: AddedLine, next: AddedLine | undefined): string | undefined =>
  blockLine.exec(line.text)?.[0] ?? (next?.file === line.file ? blockLine.exec(next.text)?.[0] : undefined);

function isPlaceholder(value: string): boolean {
  if (placeholder.test(value) || new Set(value).size < minDistinct) return true;
  for (let at = 0; at + runLength <= value.length; at++)
    if (runs.includes(value.slice(at, at + runLength))) return true;
  return false;
}

/**
 * The first line decides, and nothing else of the answer is used (W-03): `PASS — 12 of 12`, `spec.md generated — …`.
 *
 * PASS and FAIL are told by how the line begins, because the summary of a FAIL may well speak of a PASS (WO-04). A word
 * such as `generated` may stand anywhere before the dash, unless what stands there denies it.
 */
import { matched, type OutputContract, unreadableAnswer } from './match.ts';
import { nonEmptyLines, stripEmphasis } from './plain.ts';

export interface FirstLine<Word extends string> {
  readonly word: Word;
  /** What follows the dash. */
  readonly summary: string;
  /** All of it, for the line of progress. */
  readonly line: string;
}

export interface FirstLineWords<Begin extends string, Contain extends string> {
  /** The longest wins: `FAIL L2` before `FAIL`. */
  readonly begins?: readonly Begin[];
  readonly contains?: readonly Contain[];
}

export const firstLine =
  <Begin extends string = never, Contain extends string = never>({
    begins = [],
    contains = [],
  }: FirstLineWords<Begin, Contain>): OutputContract<FirstLine<Begin | Contain>> =>
  ({ text }) => {
    const [first] = nonEmptyLines(text);
    if (first === undefined) return unreadableAnswer('empty');
    const line = stripEmphasis(first);
    const word = beginning(line, begins) ?? contained(line, contains);
    return word === undefined
      ? unreadableAnswer('no-first-line', line.slice(0, 120))
      : matched({ word, summary: after(line), line });
  };

/** The word must end there: "Pass all tests before merging" is no PASS. */
const beginning = <Word extends string>(line: string, words: readonly Word[]): Word | undefined =>
  [...words]
    .sort((a, b) => b.length - a.length)
    .find((word) => {
      const [start, rest] = [line.slice(0, word.length), line.slice(word.length)];
      return start.toLowerCase() === word.toLowerCase() && /^\s*(?:$|[—–:;,.!(])|^\s+-/.test(rest);
    });

function contained<Word extends string>(line: string, words: readonly Word[]): Word | undefined {
  const head = ` ${line.split(dash)[0]?.toLowerCase()} `;
  if (/\b(?:not|no|nothing|never|cannot|unable|without|failed)\b|n['’]t\b/.test(head)) return undefined;
  return words.find((word) => head.split(/[\s,;:.()]+/).includes(word.toLowerCase()));
}

const dash = /\s+[—–-]{1,2}\s+|\s*[—–]\s*/;
const after = (line: string) => line.split(dash).slice(1).join(' — ');

/**
 * Reads the keyword on the first line of an answer, such as `PASS — 12 of 12` or `spec.md generated — …`; ignores the rest
 * (W-03).
 *
 * PASS and FAIL must start the line, because the summary of a FAIL may mention a PASS (WO-04). A keyword such as
 * `generated` may be anywhere before the dash, unless that part contains a negation.
 */
import type { Reply } from '../role/role.ts';
import { answerLines } from './answer-lines.ts';
import { matched, type OutputContract, unreadableAnswer } from './match.ts';
import { nonEmptyLines, stripEmphasis } from './plain.ts';

export interface FirstLine<Word extends string> {
  readonly word: Word;
  /** Text after the dash. */
  readonly summary: string;
  /** The whole line, for the progress output. */
  readonly line: string;
}

export interface FirstLineWords<Begin extends string, Contain extends string> {
  /** The longest match wins: `FAIL L2` before `FAIL`. */
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
    const word = findFirstWord(line, begins) ?? findContainedWord(line, contains);
    return word === undefined
      ? unreadableAnswer('no-first-line', line.slice(0, 120))
      : matched({ word, summary: summaryIn(line), line });
  };

/**
 * Whether the first line is the whole answer, for a keyword that decides. A quoted line does not count, and neither does one
 * with further text, unless `isFile` accepts the text as the file that the role could not write.
 */
export function isWholeAnswer({ text }: Reply, isFile: (text: string) => boolean): boolean {
  const [first] = nonEmptyLines(text);
  const lines = answerLines(text);
  const at = lines.findIndex((line) => line.text === first);
  return lines[at]?.quoted === false && (at === lines.length - 1 || isFile(text));
}

/** The keyword must be followed by punctuation or the end: "Pass all tests before merging" is no PASS. */
const findFirstWord = <Word extends string>(line: string, words: readonly Word[]): Word | undefined =>
  [...words]
    .sort((a, b) => b.length - a.length)
    .find((word) => {
      const [start, rest] = [line.slice(0, word.length), line.slice(word.length)];
      return start.toLowerCase() === word.toLowerCase() && /^\s*(?:$|[—–:;,.!(])|^\s+-/.test(rest);
    });

function findContainedWord<Word extends string>(line: string, words: readonly Word[]): Word | undefined {
  const head = ` ${line.split(dash)[0]?.toLowerCase()} `;
  if (/\b(?:not|no|nothing|never|cannot|unable|without|failed)\b|n['’]t\b/.test(head)) return undefined;
  return words.find((word) => head.split(/[\s,;:.()]+/).includes(word.toLowerCase()));
}

const dash = /\s+[—–-]{1,2}\s+|\s*[—–]\s*/;
const summaryIn = (line: string) => line.split(dash).slice(1).join(' — ');

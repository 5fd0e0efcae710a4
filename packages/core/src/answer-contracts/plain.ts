/**
 * An answer without what models like to put around it: the one tolerant reader in front of every output contract.
 *
 *   N1. What is gone: line ends of other systems, byte order marks, terminal colours and other control characters,
 *       emphasis and backticks around a line or its beginning, an opening such as "Sure, here is my verdict:".
 *   N2. Plain text stays as it is: to make it plain twice is to make it plain once.
 *   N3. No word comes to be that was not there. A control character within a line becomes a space, never nothing.
 *   N4. It takes time in proportion to the answer, however hostile that is.
 */

/** Nobody emphasises an emphasis more often than this, or a line that is longer: who does keeps it as it is. */
const mostLayers = 8;
const longestMarked = 100_000; // a regular expression runs out of stack at some millions

export function plainLines(answer: string): readonly string[] {
  const lines = answer.split(/\r\n|\r|\n/).map(plainLine);
  const isFilled = (line: string) => line !== '';
  const first = lines.findIndex((line) => isFilled(line) && !opening.test(line));
  // Nothing follows the opening: then it is the answer.
  const from = first < 0 ? lines.findIndex(isFilled) : first;
  return from < 0 ? [] : lines.slice(from, 1 + lines.findLastIndex(isFilled));
}

/** The lines that say something. */
export const nonEmptyLines = (answer: string): readonly string[] => plainLines(answer).filter((line) => line !== '');

/** A line without emphasis and backticks inside it, for contracts that read words; a finding keeps its code. */
export const stripEmphasis = (line: string): string => peeled(line, (text) => text.replace(innerMarks, '$2'));

/** Politeness, or the fence of a code block, before the first line that counts. */
const opening =
  /^(?:`{3,}|~{3,})\w*$|^(?:(?:sure|certainly|of course|okay|ok|alright)\b[,.!]?\s*)?(?:here(?:['’]s| is| are)\b[^.?!]{0,80}:)?$/i;

function plainLine(line: string): string {
  const shown = trimmed(line.replace(controls, spaceWithin));
  return peeled(shown, (text) => trimmed(text.replace(wrapped, '$2$3').replace(markedHead, '$2')));
}

const mark = String.raw`(\*{1,3}|_{1,3}|${'`'}{1,3})`;
const marked = String.raw`${mark}(?=\S)((?:(?!\1).)+)(?<=\S)\1`;
const wrapped = new RegExp(`^${marked}([.:!,]?)$`, 'u');
const markedHead = new RegExp(String.raw`^${marked}(?![\p{L}\p{N}])`, 'u');
const innerMarks = new RegExp(String.raw`(?<![\p{L}\p{N}])${marked}(?![\p{L}\p{N}])`, 'gu');

const esc = String.fromCharCode(27);
/** What a terminal does not show: colours and the like first, whole; then every other control character but the tab. */
const controls = new RegExp(String.raw`(?:${esc}\[[0-?]*[ -/]*[@-~]|[^\P{Cc}\t])+`, 'gu');

function spaceWithin(run: string, at: number, line: string): string {
  const isWithin = /\S/.test(line[at - 1] ?? ' ') && /\S/.test(line[at + run.length] ?? ' ');
  return isWithin ? ' ' : '';
}

/** Also without invisible characters at its ends, byte order marks among them. Letter by letter: see N4. */
function trimmed(line: string): string {
  let [from, to] = [0, line.length];
  while (from < to && isBlank(line, from)) from++;
  while (to > from && isBlank(line, to - 1)) to--;
  return line.slice(from, to);
}

const isBlank = (line: string, at: number) => /[\s\p{Cf}]/u.test(line[at] ?? '');

/** Layer by layer, until nothing is left to take away. */
function peeled(line: string, peel: (text: string) => string): string {
  if (line.length > longestMarked) return line;
  let text = line;
  for (let layer = 0; layer <= mostLayers; layer++) {
    const next = peel(text);
    if (next === text) return text;
    text = next;
  }
  return line;
}

/**
 * Removes formatting that models put around an answer; every output contract reads answers through this module.
 *
 *   N1. It removes foreign line endings, byte order marks, terminal colours, control characters, emphasis and backticks
 *       around a line or its first words, and a polite first line such as "Sure, here is my verdict:".
 *   N2. It does not change plain text.
 *   N3. It never creates a new word: a control character between two letters becomes a space.
 *   N4. It takes linear time, even for a hostile answer.
 */

/** Limits of nested marks and of the line length in characters; a line beyond them keeps its marks. */
const maxLayers = 8;
const maxMarkedLength = 100_000; // a regular expression overflows the stack at some millions

export function nonEmptyLines(answer: string): readonly string[] {
  const lines = answer
    .split(/\r\n|\r|\n/)
    .map(cleanLine)
    .filter((line) => line !== '');
  // -1 if the polite line is the whole answer
  const first = lines.findIndex((line) => !politeLine.test(line));
  return lines.slice(Math.max(first, 0));
}

/** Removes emphasis and backticks inside a line, for contracts that read keywords. */
export const stripEmphasis = (line: string): string => stripLayers(line, (text) => text.replace(innerMarks, '$2'));

/** Matches a polite line or the fence of a code block before the answer. */
const politeLine =
  /^(?:`{3,}|~{3,})\w*$|^(?:(?:sure|certainly|of course|okay|ok|alright)\b[,.!]?\s*)?(?:here(?:['’]s| is| are)\b[^.?!]{0,80}:)?$/i;

export function cleanLine(line: string): string {
  const visible = trimBlanks(line.replace(controls, spaceWithin));
  return stripLayers(visible, (text) => trimBlanks(text.replace(wrapped, '$2$3').replace(markedHead, '$2')));
}

const mark = String.raw`(\*{1,3}|_{1,3}|${'`'}{1,3})`;
const marked = String.raw`${mark}(?=\S)((?:(?!\1).)+)(?<=\S)\1`;
const wrapped = new RegExp(`^${marked}([.:!,]?)$`, 'u');
const markedHead = new RegExp(String.raw`^${marked}(?![\p{L}\p{N}])`, 'u');
const innerMarks = new RegExp(String.raw`(?<![\p{L}\p{N}])${marked}(?![\p{L}\p{N}])`, 'gu');

const esc = String.fromCharCode(27);
/** Matches colour codes and all other control characters except tabs. */
const controls = new RegExp(String.raw`(?:${esc}\[[0-?]*[ -/]*[@-~]|[^\P{Cc}\t])+`, 'gu');

function spaceWithin(run: string, at: number, line: string): string {
  const isWithin = /\S/.test(line[at - 1] ?? ' ') && /\S/.test(line[at + run.length] ?? ' ');
  return isWithin ? ' ' : '';
}

/** Also removes invisible characters such as byte order marks. It checks single characters to stay linear (N4). */
function trimBlanks(line: string): string {
  let [from, to] = [0, line.length];
  while (from < to && isBlank(line, from)) from++;
  while (to > from && isBlank(line, to - 1)) to--;
  return line.slice(from, to);
}

const isBlank = (line: string, at: number) => /[\s\p{Cf}]/u.test(line[at] ?? '');

function stripLayers(line: string, stripLayer: (text: string) => string): string {
  if (line.length > maxMarkedLength) return line;
  let text = line;
  for (let layer = 0; layer <= maxLayers; layer++) {
    const next = stripLayer(text);
    if (next === text) return text;
    text = next;
  }
  return line;
}

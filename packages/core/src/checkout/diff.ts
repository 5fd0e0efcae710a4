/**
 * A diff, read file by file and written again.
 *
 *   D1. What was validated is what is applied: the names are read once, and the text that goes to git is written from
 *       what was read. There is no second reader that could see other names.
 *   D2. A line of a file that looks like a header is not one (WO-17): a hunk has as many lines as it says.
 *   D3. Authors miscount: a hunk that does not end where it says is read to the next header, and gets the true count.
 */
import { diffNames, type Names, namedByGit, unquotePath } from './diff-name.ts';

export interface FileDiff extends Names {
  /** What git says besides: modes, renames, copies. */
  readonly extended: readonly string[];
  readonly hunks: readonly Hunk[];
}

export interface Hunk {
  readonly fromLine: number;
  readonly toLine: number;
  readonly lines: readonly string[];
}

export const namesIn = (files: readonly FileDiff[]): readonly string[] => [
  ...new Set(files.flatMap(({ from, to }) => [from, to]).filter((name) => name !== null)),
];

const extended = /^(?:old mode|new mode|new file mode|deleted file mode) (\d+)$|^(?:rename|copy) (?:from|to) (.+)$/;
const at = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

export function readDiff(diff: string): readonly FileDiff[] {
  const lines = withoutReturns(diff.split('\n'));
  const files: FileDiff[] = [];
  let [head, besides]: [string, string[]] = ['', []];
  for (let n = 0; n < lines.length; ) {
    const line = lines[n] ?? '';
    if (line.startsWith('diff --git ')) {
      files.push(...withoutHunks(head, besides));
      [head, besides] = [line, []];
    }
    if (extended.test(line)) besides.push(line);
    if (!isHeader(lines, n)) {
      n++;
      continue;
    }
    const { hunks, end } = readHunks(lines, n + 2);
    files.push({ ...diffNames(line.slice(4), (lines[n + 1] ?? '').slice(4)), extended: besides, hunks });
    [head, besides] = ['', []];
    n = end;
  }
  return [...files, ...withoutHunks(head, besides)];
}

/** An empty file, a mode or a plain rename has no other header than git's own. */
function withoutHunks(head: string, besides: readonly string[]): readonly FileDiff[] {
  if (head === '' || besides.length === 0) return [];
  const said = (word: string) => besides.find((line) => line.startsWith(word))?.slice(word.length);
  const [from, to] = [said('rename from ') ?? said('copy from '), said('rename to ') ?? said('copy to ')];
  if (from !== undefined && to !== undefined)
    return [{ from: unquotePath(from), to: unquotePath(to), extended: besides, hunks: [] }];
  const names = namedByGit(head);
  const [isNew, isGone] = [said('new file mode ') !== undefined, said('deleted file mode ') !== undefined];
  return [{ from: isNew ? null : names.from, to: isGone ? null : names.to, extended: besides, hunks: [] }];
}

const isHeader = (lines: readonly string[], n: number) =>
  (lines[n] ?? '').startsWith('--- ') && (lines[n + 1] ?? '').startsWith('+++ ');

/** When the headers end in a carriage return, the Markdown does, not the file. */
function withoutReturns(lines: readonly string[]): readonly string[] {
  const headers = lines.filter((line) => at.test(line) || line.startsWith('+++ '));
  const isCarried = headers.length > 0 && headers.every((line) => line.endsWith('\r'));
  return isCarried ? lines.map((line) => line.replace(/\r$/, '')) : lines;
}

function readHunks(lines: readonly string[], start: number): { hunks: readonly Hunk[]; end: number } {
  const hunks: Hunk[] = [];
  let n = start;
  for (let head = at.exec(lines[n] ?? ''); head; head = at.exec(lines[n] ?? '')) {
    const [, fromLine, from = '1', toLine, to = '1'] = head;
    const end = countedEnd(lines, n + 1, Number(from), Number(to)) ?? nextHeader(lines, n + 1);
    hunks.push({ fromLine: Number(fromLine), toLine: Number(toLine), lines: lines.slice(n + 1, end).map(asContext) });
    n = end;
  }
  return { hunks, end: n };
}

/** Where it ends by its own count, if something can end there. */
function countedEnd(lines: readonly string[], start: number, from: number, to: number): number | null {
  let [n, olds, news] = [start, 0, 0];
  for (; n < lines.length && (olds < from || news < to); n++) {
    const sign = (lines[n] ?? '').slice(0, 1);
    if (!' +-\\'.includes(sign)) return null;
    if (sign !== '+' && sign !== '\\') olds++;
    if (sign !== '-' && sign !== '\\') news++;
  }
  while ((lines[n] ?? '').startsWith('\\')) n++;
  const next = lines[n];
  const isEnd = next === undefined || next === '' || !/^[ +\\-]/.test(next) || isHeader(lines, n);
  return olds === from && news === to && isEnd ? n : null;
}

function nextHeader(lines: readonly string[], start: number): number {
  let n = start;
  while (n < lines.length && /^(?:[ +\\-]|\r?$)/.test(lines[n] ?? '') && !isHeader(lines, n)) n++;
  // An empty line before a header or at the end is the author's, not the file's.
  while (n > start && /^\r?$/.test(lines[n - 1] ?? '')) n--;
  return n;
}

/** Editors and models take away the one space of an empty line. */
const asContext = (line: string) => (line === '' || line === '\r' ? ` ${line}` : line);

/** Links and submodules are no files: a patch makes none. */
export const makesNoFile = ({ extended: besides }: FileDiff): boolean =>
  besides.some((line) => /mode (?!100(?:644|755)$)\d+$/.test(line));

/**
 * Reads a diff file by file.
 *
 *   D1. The validated names are the applied names: git receives text that is written from the parsed diff, so there is no
 *       second reader that could see other names.
 *   D2. A line of a file that looks like a header is not a header (WO-17): a hunk has as many lines as its count.
 *   D3. If the count of a hunk is wrong, the hunk ends at the next header and gets the correct count.
 */
import { type DiffNames, diffNames, parseGitHeader, unquotePath } from './diff-name.ts';

export interface FileDiff extends DiffNames {
  /** Header lines of git about modes, renames and copies. */
  readonly extended: readonly string[];
  readonly hunks: readonly Hunk[];
}

export interface Hunk {
  readonly fromLine: number;
  readonly toLine: number;
  readonly lines: readonly string[];
}

export const listPaths = (files: readonly FileDiff[]): readonly string[] => [
  ...new Set(files.flatMap(({ from, to }) => [from, to]).filter((name) => name !== null)),
];

const extended = /^(?:old mode|new mode|new file mode|deleted file mode) (\d+)$|^(?:rename|copy) (?:from|to) (.+)$/;
const at = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

export function readDiff(diff: string): readonly FileDiff[] {
  const lines = withoutReturns(diff.split('\n'));
  const files: FileDiff[] = [];
  let [head, headers]: [string, string[]] = ['', []];
  for (let n = 0; n < lines.length; ) {
    const line = lines[n] ?? '';
    if (line.startsWith('diff --git ')) {
      files.push(...withoutHunks(head, headers));
      [head, headers] = [line, []];
    }
    if (extended.test(line)) headers.push(line);
    if (!isHeader(lines, n)) {
      n++;
      continue;
    }
    const { hunks, end } = readHunks(lines, n + 2);
    files.push({ ...diffNames(line.slice(4), (lines[n + 1] ?? '').slice(4)), extended: headers, hunks });
    [head, headers] = ['', []];
    n = end;
  }
  return [...files, ...withoutHunks(head, headers)];
}

/** Reads an empty file, a mode or a plain rename, which have only git's header. */
function withoutHunks(head: string, headers: readonly string[]): readonly FileDiff[] {
  if (head === '' || headers.length === 0) return [];
  const value = (word: string) => headers.find((line) => line.startsWith(word))?.slice(word.length);
  const [from, to] = [value('rename from ') ?? value('copy from '), value('rename to ') ?? value('copy to ')];
  if (from !== undefined && to !== undefined)
    return [{ from: unquotePath(from), to: unquotePath(to), extended: headers, hunks: [] }];
  const names = parseGitHeader(head);
  const [isNew, isGone] = [value('new file mode ') !== undefined, value('deleted file mode ') !== undefined];
  return [{ from: isNew ? null : names.from, to: isGone ? null : names.to, extended: headers, hunks: [] }];
}

const isHeader = (lines: readonly string[], n: number) =>
  (lines[n] ?? '').startsWith('--- ') && (lines[n + 1] ?? '').startsWith('+++ ');

/** If all headers end in a carriage return, it belongs to the Markdown and not to the file. */
function withoutReturns(lines: readonly string[]): readonly string[] {
  const headers = lines.filter((line) => at.test(line) || line.startsWith('+++ '));
  const isMarkdown = headers.length > 0 && headers.every((line) => line.endsWith('\r'));
  return isMarkdown ? lines.map((line) => line.replace(/\r$/, '')) : lines;
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

/** Returns the end by the count of the hunk; `null` if no hunk can end there. */
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
  // an empty line before a header or at the end is not part of the file
  while (n > start && /^\r?$/.test(lines[n - 1] ?? '')) n--;
  return n;
}

/** Editors and models remove the space of an empty context line. */
const asContext = (line: string) => (line === '' || line === '\r' ? ` ${line}` : line);

/** Whether the diff creates something other than a regular file, such as a link or a submodule. */
export const createsSpecialFile = ({ extended: headers }: FileDiff): boolean =>
  headers.some((line) => /mode (?!100(?:644|755)$)\d+$/.test(line));

/** Writes a parsed diff for git, with correct counts and the line endings of each file. */
import type { FileDiff, Hunk } from './diff.ts';

/** Adds carriage returns to the lines if the file has Windows line endings and the diff does not. */
export function fitLineEndings(file: FileDiff, text: string | null): FileDiff {
  const isWindows = text?.includes('\r\n') === true && !/(?<!\r)\n/.test(text);
  const hasReturns = file.hunks.some(({ lines }) => lines.some((line) => line.endsWith('\r')));
  if (!isWindows || hasReturns) return file;
  // a last line without a newline has no carriage return either
  const fit = (line: string, n: number, lines: readonly string[]) =>
    line.startsWith('\\') || lines[n + 1]?.startsWith('\\') ? line : `${line}\r`;
  return { ...file, hunks: file.hunks.map((hunk) => ({ ...hunk, lines: hunk.lines.map(fit) })) };
}

export const writeDiff = (files: readonly FileDiff[]): string => files.map(writeFile).join('');

function writeFile({ from, to, extended, hunks }: FileDiff): string {
  const isMoved = extended.some((line) => /^(?:rename|copy) /.test(line));
  // without a rename header, two different names mean the new one
  const old = isMoved || to === null ? from : from === null ? null : to;
  // Always write git's header: without it, git would assign the names below to the previous file.
  const head = [
    `diff --git a/${old ?? to} b/${to ?? from}`,
    ...modesOf(old, to, extended),
    ...extended.map(renameLine(old, to)),
  ];
  const names =
    hunks.length === 0
      ? []
      : [`--- ${old === null ? '/dev/null' : `a/${old}\t`}`, `+++ ${to === null ? '/dev/null' : `b/${to}\t`}`];
  return [...head, ...names, ...hunks.flatMap(writeHunk), ''].join('\n');
}

/** Git requires the mode of a new or deleted file. */
function modesOf(from: string | null, to: string | null, extended: readonly string[]): readonly string[] {
  const hasMode = extended.some((line) => /^(?:new|deleted) file mode /.test(line));
  if (hasMode || (from !== null && to !== null)) return [];
  return [from === null ? 'new file mode 100644' : 'deleted file mode 100644'];
}

const renameLine = (from: string | null, to: string | null) => (line: string) =>
  line
    .replace(/^((?:rename|copy) from ).*$/, (_, head: string) => `${head}${from}`)
    .replace(/^((?:rename|copy) to ).*$/, (_, head: string) => `${head}${to}`);

function writeHunk({ fromLine, toLine, lines }: Hunk): readonly string[] {
  const count = (...signs: readonly string[]) => lines.filter((line) => signs.includes(line.slice(0, 1))).length;
  return [`@@ -${fromLine},${count(' ', '-')} +${toLine},${count(' ', '+')} @@`, ...lines];
}

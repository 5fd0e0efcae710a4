/** A diff as git is given it: written from what was read, with true counts and the line ends of each file. */
import type { FileDiff, Hunk } from './diff.ts';

/** A file that ends its lines as Windows does is patched in its own way, unless the diff knows about that itself. */
export function fitLineEndings(file: FileDiff, text: string | null): FileDiff {
  const isWindows = text?.includes('\r\n') === true && !/(?<!\r)\n/.test(text);
  const knows = file.hunks.some(({ lines }) => lines.some((line) => line.endsWith('\r')));
  if (!isWindows || knows) return file;
  // A last line without an end has none of either kind.
  const fit = (line: string, n: number, lines: readonly string[]) =>
    line.startsWith('\\') || lines[n + 1]?.startsWith('\\') ? line : `${line}\r`;
  return { ...file, hunks: file.hunks.map((hunk) => ({ ...hunk, lines: hunk.lines.map(fit) })) };
}

export const writeDiff = (files: readonly FileDiff[]): string => files.map(writeFile).join('');

function writeFile({ from, to, extended: besides, hunks }: FileDiff): string {
  const isMoved = besides.some((line) => /^(?:rename|copy) /.test(line));
  // Without a word about a rename, two names are two spellings of one: the new one is meant.
  const old = isMoved || to === null ? from : from === null ? null : to;
  // Always with git's own header: without one, git would take the names below for those of the file above.
  const head = [
    `diff --git a/${old ?? to} b/${to ?? from}`,
    ...modesOf(old, to, besides),
    ...besides.map(plainly(old, to)),
  ];
  const names =
    hunks.length === 0
      ? []
      : [`--- ${old === null ? '/dev/null' : `a/${old}\t`}`, `+++ ${to === null ? '/dev/null' : `b/${to}\t`}`];
  return [...head, ...names, ...hunks.flatMap(writeHunk), ''].join('\n');
}

/** Git wants to be told what the names say already. */
function modesOf(from: string | null, to: string | null, besides: readonly string[]): readonly string[] {
  const isSaid = besides.some((line) => /^(?:new|deleted) file mode /.test(line));
  if (isSaid || (from !== null && to !== null)) return [];
  return [from === null ? 'new file mode 100644' : 'deleted file mode 100644'];
}

const plainly = (from: string | null, to: string | null) => (line: string) =>
  line
    .replace(/^((?:rename|copy) from ).*$/, (_, head: string) => `${head}${from}`)
    .replace(/^((?:rename|copy) to ).*$/, (_, head: string) => `${head}${to}`);

function writeHunk({ fromLine, toLine, lines }: Hunk): readonly string[] {
  const count = (...signs: readonly string[]) => lines.filter((line) => signs.includes(line.slice(0, 1))).length;
  return [`@@ -${fromLine},${count(' ', '-')} +${toLine},${count(' ', '+')} @@`, ...lines];
}

/** A proposed patch as its author wrote it: Markdown with blocks of diff (WO-09). */

/** Where a proposal lies. */
export const patchFile = '.harness/generator/auto_fix_patch.md';

export interface PatchText {
  /** All its blocks, one below the other. */
  readonly diff: string;
  readonly summary: string;
}

const longestSummary = 300;

/** Null when it has no block of diff with a hunk in it (W-117). */
export function readPatchText(markdown: string): PatchText | null {
  const lines = markdown.split('\n');
  const blocks = diffBlocks(lines);
  if (!blocks.some((block) => block.some((line) => line.startsWith('@@')))) return null;
  return { diff: `${blocks.map((block) => block.join('\n')).join('\n')}\n`, summary: summaryOf(lines) };
}

/** A block ends at a fence that is not indented more than its first: a context line of Markdown begins with a space. */
function diffBlocks(lines: readonly string[]): readonly (readonly string[])[] {
  const blocks: string[][] = [];
  let open: { readonly end: RegExp; readonly lines: string[] } | null = null;
  for (const line of lines) {
    if (open?.end.test(line)) open = null;
    else if (open) open.lines.push(line);
    else {
      const [, indent = '', fence] = /^( {0,3})(`{3,}|~{3,})diff\b/.exec(line) ?? [];
      if (fence === undefined) continue;
      open = { end: new RegExp(`^${indent}${fence}\\s*$`), lines: [] };
      blocks.push(open.lines);
    }
  }
  return blocks;
}

/** What its author says in one line, else the first line of the reason. */
function summaryOf(lines: readonly string[]): string {
  const said = lines.flatMap((line) => /^[*_\s>-]*summary\s*[*_]*\s*:\s*[*_]*\s*(\S.*)$/i.exec(line)?.[1] ?? [])[0];
  const text = said ?? firstOf(lines, /^#{1,6}\s+summary\b/i) ?? firstOf(lines, /^#{1,6}\s+rationale\b/i) ?? '';
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, longestSummary);
}

function firstOf(lines: readonly string[], heading: RegExp): string | undefined {
  const at = lines.findIndex((line) => heading.test(line));
  if (at === -1) return undefined;
  const first = lines.slice(at + 1).find((line) => line.trim() !== '');
  return first === undefined || first.startsWith('#') ? undefined : first.replace(/^[-*>\s]+/, '');
}

/** Reads a proposed patch: Markdown with diff blocks (WO-09). */

export const patchFile = '.harness/generator/auto_fix_patch.md';

const maxSummaryLength = 300;

/** Returns `null` if no diff block has a hunk (W-117). */
export function readPatchText(markdown: string): { readonly diff: string; readonly summary: string } | null {
  const lines = markdown.split('\n');
  const blocks = diffBlocks(lines);
  if (!blocks.some((block) => block.some((line) => line.startsWith('@@')))) return null;
  return { diff: `${blocks.map((block) => block.join('\n')).join('\n')}\n`, summary: summaryOf(lines) };
}

/** A block ends at a fence with the same indentation: a context line of Markdown starts with a space. */
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

/** Prefers a line with `Summary:`, then the section Summary, then the section Rationale. */
function summaryOf(lines: readonly string[]): string {
  const labelled = lines.flatMap((line) => /^[*_\s>-]*summary\s*[*_]*\s*:\s*[*_]*\s*(\S.*)$/i.exec(line)?.[1] ?? [])[0];
  const text = labelled ?? firstOf(lines, /^#{1,6}\s+summary\b/i) ?? firstOf(lines, /^#{1,6}\s+rationale\b/i) ?? '';
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, maxSummaryLength);
}

function firstOf(lines: readonly string[], heading: RegExp): string | undefined {
  const at = lines.findIndex((line) => heading.test(line));
  if (at === -1) return undefined;
  const first = lines.slice(at + 1).find((line) => line.trim() !== '');
  return first === undefined || first.startsWith('#') ? undefined : first.replace(/^[-*>\s]+/, '');
}

/**
 * Splits Markdown into lines with their offsets, so that a caller can edit a text by position.
 *
 *   L1. The lines cover the text without a gap: joined from `start` to `next`, they are the text.
 *   L2. A heading or bullet inside of a code block or a comment is not prose.
 *   L3. A code block or comment that is not closed lasts to the end of the text, as in Markdown.
 *   L4. It takes linear time and keeps no list of lines: a document may have millions of them.
 */

export interface MarkdownLine {
  /** Without the line break. */
  readonly text: string;
  readonly start: number;
  /** Offset of the line break. */
  readonly end: number;
  /** Offset of the next line. */
  readonly next: number;
  readonly is: 'prose' | 'code' | 'comment';
  /** The first line of a code block or comment. */
  readonly isOpening: boolean;
}

type Region = { readonly is: 'prose' | 'comment' } | { readonly is: 'code'; readonly closing: RegExp };

const prose: Region = { is: 'prose' };

export function* markdownLines(text: string): Generator<MarkdownLine> {
  let region: Region = prose;
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start);
    const next = found < 0 ? text.length : found + 1;
    const end = found > start && text[found - 1] === '\r' ? found - 1 : found < 0 ? text.length : found;
    const line = text.slice(start, end);
    const opened: Region = region.is === 'prose' ? openedBy(line) : region;
    yield { text: line, start, end, next, is: opened.is, isOpening: region.is === 'prose' && opened.is !== 'prose' };
    region = isClosedBy(opened, line, region !== prose) ? prose : opened;
    start = next;
  }
}

/** An info string after backticks contains no backtick; otherwise the line is inline code. */
function openedBy(line: string): Region {
  if (/^[ \t]*<!--/.test(line)) return { is: 'comment' };
  const [, fence = ''] = /^[ \t]*(`{3,}(?=[^`]*$)|~{3,})/.exec(line) ?? [];
  if (fence === '') return prose;
  return { is: 'code', closing: new RegExp(`^[ \\t]*${fence[0]}{${fence.length},}[ \\t]*$`) };
}

function isClosedBy(region: Region, line: string, isInside: boolean): boolean {
  switch (region.is) {
    case 'prose':
      return true;
    case 'comment':
      return line.includes('-->');
    case 'code':
      return isInside && region.closing.test(line);
  }
}

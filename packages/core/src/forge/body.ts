/**
 * The body of a pull request: a part that the harness writes, and whatever people write around it.
 *
 *   B1. The part stands between two marks that nobody sees, and the first holds its checksum: what the harness wrote and
 *       nobody touched is replaced; what a person changed, or took the marks out of, is kept as it is.
 *   B2. Text around the part is never touched.
 *   B3. The mark of the effect says which try made it, so that a second one finds it.
 */
const opening = /<!-- harness-part ([0-9a-f]{8}) -->\n/;
const closing = '\n<!-- /harness-part -->';

/** Which effect made a body, as a line that nobody sees. */
const markOf = (effect: string): string => `<!-- harness-effect ${withoutEnd(effect)} -->`;

export const isMarked = (text: string | null, effect: string): boolean =>
  text !== null && unified(text).includes(markOf(effect));

export const newBody = (part: string, effect: string): string => `${partOf(part)}\n\n${markOf(effect)}\n`;

/** The body with the new part, or null when a person made it theirs. */
export function renewedBody(existing: string | null, part: string, effect: string): string | null {
  const text = unified(existing ?? '');
  if (text.trim() === '') return newBody(part, effect);
  const start = opening.exec(text);
  if (start === null) return null;
  const from = start.index + start[0].length;
  const to = text.indexOf(closing, from);
  if (to === -1 || checksum(text.slice(from, to)) !== start[1]) return null;
  return text.slice(0, start.index) + partOf(part) + text.slice(to + closing.length);
}

/** The headings of the second level, outside of fenced code. */
export function sectionsOf(body: string): readonly string[] {
  let fence = '';
  return unified(body)
    .split('\n')
    .flatMap((line) => {
      const found = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
      if (fence === '' && found !== '') fence = found;
      else if (found.startsWith(fence) && fence !== '') fence = '';
      const heading = fence === '' ? /^ {0,3}## +(.+?)[ #]*$/.exec(line)?.[1] : undefined;
      return heading === undefined ? [] : [heading];
    });
}

function partOf(text: string): string {
  const part = unified(text).trim().replaceAll('<!-- harness-', '<!-- ').replaceAll('<!-- /harness-', '<!-- ');
  return `<!-- harness-part ${checksum(part)} -->\n${part}${closing}`;
}

const withoutEnd = (text: string) => text.replaceAll('--', '- -');

/** Browsers send other line ends than we wrote. */
const unified = (text: string) => text.replaceAll('\r\n', '\n');

/** FNV-1a: it tells an edit by accident from none. Nobody has a reason to forge it. */
function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (const letter of text.trim()) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, '0');
}

/**
 * Writes the body of a pull request: one part by the harness, and text by people around it.
 *
 *   B1. Two invisible marks surround the part, and the first has its checksum. An unchanged part is replaced; a part that a
 *       person changed, or whose marks a person removed, is kept.
 *   B2. Text around the part is never changed.
 *   B3. The mark of the effect identifies it, so that a second try finds the pull request.
 */
const opening = /<!-- harness-part ([0-9a-f]{8}) -->\n/;
const closing = '\n<!-- /harness-part -->';

const markOf = (effect: string): string => `<!-- harness-effect ${escapeComment(effect)} -->`;

export const hasEffectMark = (text: string | null, effect: string): boolean =>
  text !== null && normalizeNewlines(text).includes(markOf(effect));

export const newBody = (part: string, effect: string): string => `${partOf(part)}\n\n${markOf(effect)}\n`;

/** Returns the body with the new part; `null` if a person changed the old part. */
export function updateBody(existing: string | null, part: string, effect: string): string | null {
  const text = normalizeNewlines(existing ?? '');
  if (text.trim() === '') return newBody(part, effect);
  const start = opening.exec(text);
  if (start === null) return null;
  const from = start.index + start[0].length;
  const to = text.indexOf(closing, from);
  if (to === -1 || checksum(text.slice(from, to)) !== start[1]) return null;
  return text.slice(0, start.index) + partOf(part) + text.slice(to + closing.length);
}

/** Returns the second-level headings outside of code blocks. */
export function sectionsOf(body: string): readonly string[] {
  let fence = '';
  return normalizeNewlines(body)
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
  const part = normalizeNewlines(text)
    .trim()
    .replaceAll('<!-- harness-', '<!-- ')
    .replaceAll('<!-- /harness-', '<!-- ');
  return `<!-- harness-part ${checksum(part)} -->\n${part}${closing}`;
}

const escapeComment = (text: string) => text.replaceAll('--', '- -');

/** Browsers change line endings. */
const normalizeNewlines = (text: string) => text.replaceAll('\r\n', '\n');

/** FNV-1a, to detect edits; it need not resist forgery. */
function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (const character of text.trim()) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, '0');
}

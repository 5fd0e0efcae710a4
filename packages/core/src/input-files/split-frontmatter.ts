/** Splits the frontmatter of a Markdown file from its body: the YAML between the first line `---` and the next one. */

export type Frontmatter =
  | { readonly is: 'none' }
  | { readonly is: 'unclosed' }
  /** `start` is the offset of the YAML in the text; `line` is the number of its first line. */
  | {
      readonly is: 'found';
      readonly yaml: string;
      readonly start: number;
      readonly line: number;
      readonly body: string;
    };

/** Accepts a byte order mark, spaces after the dashes, and both kinds of line endings. */
export function splitFrontmatter(text: string): Frontmatter {
  const opening = /^\uFEFF?---[ \t]*\r?\n/.exec(text)?.[0];
  if (opening === undefined) return { is: 'none' };
  const rest = text.slice(opening.length);
  const closing = /(?:^|\n)---[ \t]*(?:\r?\n|$)/.exec(rest);
  if (closing === null) return { is: 'unclosed' };
  const end = closing.index + (closing[0].startsWith('\n') ? 1 : 0);
  const body = rest.slice(closing.index + closing[0].length);
  return { is: 'found', yaml: rest.slice(0, end), start: opening.length, line: 2, body };
}

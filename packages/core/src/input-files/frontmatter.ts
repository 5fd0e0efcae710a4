/**
 * Parses the frontmatter of a Markdown file: the YAML between the first line `---` and the next one.
 *
 * Scalars stay text (`0001` is no number), because only the reader of a field knows its type.
 */
import { isMap, isScalar, LineCounter, type Node, parseDocument } from 'yaml';

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

export interface Field {
  readonly node: Node | null;
  readonly line: number;
}

export interface FrontmatterFields {
  readonly fields: ReadonlyMap<string, Field>;
  readonly faults: readonly { readonly line: number; readonly detail: string }[];
}

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

/** Returns the fields by key, or the YAML errors. */
export function parseFields({ yaml, line: first }: Frontmatter & { is: 'found' }): FrontmatterFields {
  const counter = new LineCounter();
  const lineAt = (offset: number) => counter.linePos(offset).line + first - 1;
  const document = parseDocument(yaml, { schema: 'failsafe', lineCounter: counter, prettyErrors: false });
  const faults = [...document.errors, ...document.warnings].map(({ pos, message }) => ({
    line: lineAt(pos[0]),
    detail: message.split('\n')[0] ?? '',
  }));
  const fields = new Map<string, Field>();
  if (faults.length > 0 || document.contents === null) return { fields, faults };
  if (!isMap(document.contents))
    return { fields, faults: [{ line: first, detail: 'it is not a list of keys and values' }] };
  for (const { key, value } of document.contents.items) {
    const line = lineAt((key as Node).range?.[0] ?? 0);
    fields.set(isScalar(key) ? String(key.value) : String(key), { node: value as Node | null, line });
  }
  return { fields, faults };
}

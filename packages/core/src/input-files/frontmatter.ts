/**
 * Parses the frontmatter of a Markdown file.
 *
 * Scalars stay text (`0001` is no number), because only the reader of a field knows its type.
 */
import { isMap, isScalar, LineCounter, type Node, parseDocument } from 'yaml';
import type { Frontmatter } from './split-frontmatter.ts';

export interface Field {
  readonly node: Node | null;
  readonly line: number;
}

export interface FrontmatterFields {
  readonly fields: ReadonlyMap<string, Field>;
  readonly faults: readonly { readonly line: number; readonly detail: string }[];
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

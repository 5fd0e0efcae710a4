/**
 * Reads a YAML document that agents may have written.
 *
 *   Y1. Aliases and tags are refused: aliases make a small text large, and tags give values another meaning.
 *   Y2. The size is limited before parsing, and the parser limits the depth.
 */
import { isAlias, isMap, LineCounter, type Node, parseDocument, visit } from 'yaml';
import type { ParamsOf } from '../codes.ts';
import type { SpecCodes } from './problem.ts';

export const maxYamlBytes = 64 * 1024;
const maxReported = 5;

export type YamlCode = 'not-yaml' | 'alias' | 'tag' | 'empty' | 'type';
export interface YamlProblem<Code extends YamlCode = YamlCode> {
  readonly code: Code;
  readonly params: ParamsOf<SpecCodes[Code]>;
}

export type YamlRead =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly problems: readonly YamlProblem[] };

export function readYamlDocument(text: string): YamlRead {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: 'error' });
  const lineAt = (offset = 0) => lines.linePos(offset).line;
  const problems: YamlProblem[] = document.errors.map(({ pos, message }) => ({
    code: 'not-yaml',
    params: { line: lineAt(pos[0]), detail: (message.split('\n')[0] ?? '').replace(/[.:]$/, '') },
  }));
  visit(document, {
    Node(_, node: Node & { readonly tag?: string | undefined }) {
      const line = lineAt(node.range?.[0]);
      if (isAlias(node)) problems.push({ code: 'alias', params: { line } });
      else if (node.tag !== undefined) problems.push({ code: 'tag', params: { line } });
    },
  });
  if (problems.length > 0) return { ok: false, problems: problems.slice(0, maxReported) };
  if (document.contents === null) return { ok: false, problems: [{ code: 'empty', params: {} }] };
  if (!isMap(document.contents)) return { ok: false, problems: [{ code: 'type', params: { expected: 'object' } }] };
  return { ok: true, value: document.toJS() as Readonly<Record<string, unknown>> };
}

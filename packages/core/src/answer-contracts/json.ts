/** Reads the only JSON document with the given shape: bare, in a code block, or surrounded by prose. */
import type * as z from 'zod';
import { parseJson } from '../text/json.ts';
import { decidingLine } from './answer-lines.ts';
import { type OutputContract, singleDistinct, type UnreadableReason, unreadableAnswer } from './match.ts';

export const json =
  <Value>(schema: z.ZodType<Value>): OutputContract<Value> =>
  (reply) => {
    const documents = reply.json === undefined ? documentsIn(reply.text).map(({ document }) => document) : [reply.json];
    const [first] = documents;
    if (first === undefined) return unreadableAnswer('no-json');
    const fitting = documents.flatMap((document) => {
      const read = schema.safeParse(document);
      return read.success ? [read.data] : [];
    });
    if (fitting.length > 0) return singleDistinct(fitting, 'wrong-json');
    const [issue] = schema.safeParse(first).error?.issues ?? [];
    return unreadableAnswer('wrong-json', issue ? `${issue.path.join('.') || 'the document'}: ${issue.message}` : '');
  };

/**
 * Why the text is no answer of a role that decides; `undefined` if its only document, bare or in one code block, is the end
 * of the answer and not quoted.
 */
export function findJsonObjection(text: string): UnreadableReason | undefined {
  const [first, ...others] = documentsIn(text);
  if (first === undefined) return 'no-json';
  if (others.length > 0) return 'contradiction';
  const [before, after] = [text.slice(0, first.from), text.slice(first.to)];
  const fence = openingFence.exec(before);
  const isBlock = fence !== null && after.trim() === fence[1];
  const last = decidingLine(isBlock ? `${before.slice(0, fence.index)}\n${placeholder}` : before + placeholder + after);
  if (last.is === 'unreadable') return last.reason;
  return last.value === placeholder ? undefined : 'words-around';
}

const openingFence = /^ {0,3}(`{3,}|~{3,})(?:json)?\s*$(?![\s\S])/m;
/** Stands for the document while its surroundings are judged. */
const placeholder = 'DOCUMENT';

/** Unclosed brackets in prose after which the search stops. */
const maxUnclosed = 20;

interface FoundDocument {
  readonly document: unknown;
  readonly from: number;
  readonly to: number;
}

/**
 * Returns all complete objects and lists that are not inside another bracket; none if a document is truncated, because a
 * part of it may look complete, and it may replace an earlier document.
 */
function documentsIn(text: string): readonly FoundDocument[] {
  const found: FoundDocument[] = [];
  let unclosed = 0;
  for (let at = nextOpening(text, 0); at >= 0 && unclosed < maxUnclosed; ) {
    const end = closingOf(text, at);
    if (end < 0 && beginsDocument.test(text.slice(at, at + 40))) return [];
    const document = end < 0 ? undefined : parseJson(text.slice(at, end + 1));
    if (document !== undefined) found.push({ document, from: at, to: end + 1 });
    if (end < 0) unclosed++;
    at = nextOpening(text, end < 0 ? at + 1 : end + 1);
  }
  return found;
}

const beginsDocument = /^(?:\{\s*(?:"|$)|\[\s*(?:["{[\d-]|true|false|null|$))/;

function nextOpening(text: string, from: number): number {
  const [brace, bracket] = [text.indexOf('{', from), text.indexOf('[', from)];
  return brace < 0 || bracket < 0 ? Math.max(brace, bracket) : Math.min(brace, bracket);
}

/** Returns the index of the bracket that closes the one at `from`, ignoring brackets in strings; -1 if none does. */
function closingOf(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else if (character === '{' || character === '[') depth++;
    else if ((character === '}' || character === ']') && --depth === 0) return at;
  }
  return -1;
}

function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  return text.length;
}

/** One JSON document that has the asked shape: bare, in a code block, or with words around it. Half of one is none. */
import type * as z from 'zod';
import { type OutputContract, onlyOne, unreadableAnswer } from './match.ts';

export const json =
  <Value>(schema: z.ZodType<Value>): OutputContract<Value> =>
  (reply) => {
    const documents = reply.json === undefined ? documentsIn(reply.text) : [reply.json];
    const [first] = documents;
    if (first === undefined) return unreadableAnswer('no-json');
    const fitting = documents.flatMap((document) => {
      const read = schema.safeParse(document);
      return read.success ? [read.data] : [];
    });
    if (fitting.length > 0) return onlyOne(fitting, 'wrong-json');
    const [issue] = schema.safeParse(first).error?.issues ?? [];
    return unreadableAnswer('wrong-json', issue ? `${issue.path.join('.') || 'the document'}: ${issue.message}` : '');
  };

/** Who opens this many brackets in prose and closes none is not going to. */
const mostTries = 20;

/**
 * Every whole object or list in a text that is not inside another bracket. A document that was begun and not ended makes
 * all of it none: what is inside a half may look whole, and what stood before it may have been taken back.
 */
function documentsIn(text: string): readonly unknown[] {
  const found: unknown[] = [];
  let tries = 0;
  for (let at = nextOpening(text, 0); at >= 0 && tries < mostTries; ) {
    const end = closingOf(text, at);
    if (end < 0 && beginsDocument.test(text.slice(at, at + 40))) return [];
    const document = end < 0 ? undefined : parse(text.slice(at, end + 1));
    if (document) found.push(document.value);
    if (end < 0) tries++;
    at = nextOpening(text, end < 0 ? at + 1 : end + 1);
  }
  return found;
}

const beginsDocument = /^(?:\{\s*(?:"|$)|\[\s*(?:["{[\d-]|true|false|null|$))/;

function nextOpening(text: string, from: number): number {
  const [brace, bracket] = [text.indexOf('{', from), text.indexOf('[', from)];
  return brace < 0 || bracket < 0 ? Math.max(brace, bracket) : Math.min(brace, bracket);
}

/** Where the bracket at `from` is closed; brackets inside strings are letters. */
function closingOf(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const letter = text[at];
    if (letter === '"') at = endOfString(text, at);
    else if (letter === '{' || letter === '[') depth++;
    else if ((letter === '}' || letter === ']') && --depth === 0) return at;
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

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Finds the first difference of two requests, by block and byte, to explain a cache miss. */
import { blocksOf, type MessagesRequest } from './request.ts';

export interface Difference {
  /** `model`, `tool 3 (Read)`, `system 2`, `message 1 block 2`: 1-based, in cache order. */
  readonly block: string;
  /** 0-based, in the text of the block, or in its JSON if it has no text. */
  readonly byte: number;
  /** The text around the difference in each request; empty if the block is missing. */
  readonly before: string;
  readonly after: string;
}

/** Returns `undefined` if the requests are equal. Breakpoints are ignored. */
export function findDifference(before: MessagesRequest, after: MessagesRequest): Difference | undefined {
  const [one, other] = [piecesOf(before), piecesOf(after)];
  for (let at = 0; at < Math.max(one.length, other.length); at++) {
    const [a, b] = [one[at], other[at]];
    if (a?.whole === b?.whole) continue;
    const [first, second] = a?.text === b?.text ? [a?.whole ?? '', b?.whole ?? ''] : [a?.text ?? '', b?.text ?? ''];
    const byte = firstByte(Buffer.from(first), Buffer.from(second));
    return { block: (a ?? b)?.name ?? '', byte, before: excerpt(first, byte), after: excerpt(second, byte) };
  }
  return undefined;
}

interface Piece {
  readonly name: string;
  /** Everything that counts, including the role of a message. */
  readonly whole: string;
  readonly text: string;
}

function piecesOf({ model, tools, system, messages }: MessagesRequest): readonly Piece[] {
  return [
    { name: 'model', whole: model, text: model },
    ...tools.map((tool, n) => piece(`tool ${n + 1} (${tool.name})`, tool)),
    ...blocksOf(system).map((block, n) => piece(`system ${n + 1}`, block)),
    ...messages.flatMap(({ role, content }, n) =>
      blocksOf(content).map((block, m) => piece(`message ${n + 1} block ${m + 1}`, block, role)),
    ),
  ];
}

function piece(name: string, { cache_control: _, ...block }: Record<string, unknown>, speaker = ''): Piece {
  const json = JSON.stringify(block);
  const text = typeof block['text'] === 'string' ? block['text'] : json;
  return { name, whole: `${speaker}${json}`, text };
}

function firstByte(one: Uint8Array, other: Uint8Array): number {
  const shorter = Math.min(one.length, other.length);
  for (let at = 0; at < shorter; at++) if (one[at] !== other[at]) return at;
  return shorter;
}

const [sideBefore, sideAfter] = [20, 40];

const excerpt = (text: string, byte: number): string =>
  Buffer.from(text)
    .subarray(Math.max(0, byte - sideBefore), byte + sideAfter)
    .toString('utf8');

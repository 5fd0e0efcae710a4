/**
 * A prefix cache as the Responses API has one: tools, then the input, item by item, without anybody asking for it.
 *
 *   P1. The longest beginning that some request had before is read; the rest is plain input. Nothing is written for money.
 *   P2. One byte that differs ends what can be read. The id of an item is none of them: the model does not see it.
 */
import { createHash } from 'node:crypto';
import type { ResponsesRequest } from './request.ts';

export interface PrefixCache {
  /** What this request costs to read, and keeps it for the next. */
  take(request: ResponsesRequest): { readonly input: number; readonly cacheRead: number };
}

/** About four characters a token, as everybody guesses. */
export const tokensIn = (text: string): number => Math.ceil(text.length / 4);

export function prefixCache(): PrefixCache {
  const kept = new Set<string>();
  return {
    take({ model, instructions, tools, input }) {
      let hash = model;
      let all = 0;
      let read = 0;
      for (const piece of [instructions, ...tools, ...input]) {
        const text = JSON.stringify(piece, (name, value: unknown) => (name === 'id' ? undefined : value));
        hash = createHash('sha256').update(hash).update(text).digest('hex');
        all += tokensIn(text);
        if (kept.has(hash)) read = all;
        kept.add(hash);
      }
      return { input: all - read, cacheRead: read };
    },
  };
}

/**
 * Simulates the prefix cache of the Responses API: tools, then the input, item by item, always on.
 *
 *   P1. The longest prefix of any earlier request is read; the rest is plain input. Writes are free.
 *   P2. One different byte ends the shared prefix. Ids of items are ignored, because the model does not see them.
 */
import { createHash } from 'node:crypto';
import type { ResponsesRequest } from './request.ts';

export interface PrefixCache {
  /** Returns the input usage of this request, and stores its prefixes. */
  take(request: ResponsesRequest): { readonly input: number; readonly cacheRead: number };
}

/** A common estimate: about four characters per token. */
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

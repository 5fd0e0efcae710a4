/**
 * Simulates the prefix cache of the Messages API: tools, then system, then messages, block by block.
 *
 *   P1. The prefix before a breakpoint is stored. The longest stored prefix is read, the rest up to the last breakpoint
 *       is written, and the blocks after it are plain input.
 *   P2. One different byte ends the shared prefix.
 */
import { createHash } from 'node:crypto';
import type { Usage } from '@harness/core/budget/usage';
import { type Block, blocksOf, type MessagesRequest } from './request.ts';

export interface PrefixCache {
  /** Returns the input usage of this request, and stores its prefixes. */
  take(request: MessagesRequest): Omit<Usage, 'output'>;
}

/** A common estimate: about four characters per token. */
export const tokensIn = (text: string): number => Math.ceil(text.length / 4);

export function prefixCache(): PrefixCache {
  const kept = new Set<string>();
  return {
    take(request) {
      let hash = request.model;
      let all = 0;
      let read = 0;
      let breakpoint = 0;
      const fresh: string[] = [];
      for (const { cache_control: isBreakpoint, ...block } of piecesOf(request)) {
        const text = JSON.stringify(block);
        hash = createHash('sha256').update(hash).update(text).digest('hex');
        all += tokensIn(text);
        if (kept.has(hash)) read = all;
        if (!isBreakpoint) continue;
        breakpoint = all;
        fresh.push(hash);
      }
      for (const one of fresh) kept.add(one);
      const cached = Math.max(read, breakpoint);
      return { input: all - cached, cacheRead: read, cacheWrite: cached - read };
    },
  };
}

/** A message's role is part of its first block: the same text of another role is a different prefix. */
function piecesOf({ tools, system, messages }: MessagesRequest): readonly Omit<Block, 'type'>[] {
  const blocks = messages.flatMap(({ role, content }) =>
    blocksOf(content).map((block, at) => (at === 0 ? { ...block, speaker: role } : block)),
  );
  return [...tools, ...blocksOf(system), ...blocks];
}

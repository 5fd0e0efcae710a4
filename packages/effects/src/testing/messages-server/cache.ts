/**
 * A prefix cache as the Messages API has one: tools, then system, then messages, block by block.
 *
 *   P1. What stands before a breakpoint is kept; the longest beginning that was kept before is read, the rest up to the
 *       last breakpoint is written, and what comes after it is plain input.
 *   P2. One byte that differs ends what can be read.
 */
import { createHash } from 'node:crypto';
import type { Usage } from '@harness/core/budget/usage';
import { type Block, blocksOf, type MessagesRequest } from './request.ts';

export interface PrefixCache {
  /** What this request costs to read, and keeps it for the next. */
  take(request: MessagesRequest): Omit<Usage, 'output'>;
}

/** About four characters a token, as everybody guesses. */
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

/** A message's role is a part of its first block: the same words of another speaker are another beginning. */
function piecesOf({ tools, system, messages }: MessagesRequest): readonly Omit<Block, 'type'>[] {
  const said = messages.flatMap(({ role, content }) =>
    blocksOf(content).map((block, at) => (at === 0 ? { ...block, speaker: role } : block)),
  );
  return [...tools, ...blocksOf(system), ...said];
}

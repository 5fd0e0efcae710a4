/**
 * What a call used, as its agent tells it: tokens at the end of a turn, dollars as a total that grows. An agent that tells
 * neither is counted as nothing.
 */
import { addCost, type CallCost, noCost, noUsage, roundUsd, type Usage } from '@harness/core/budget/usage';
import type { StopMessage } from './wire.ts';

export interface Meter {
  /** What a turn used; nothing is told twice. */
  turn(stopped: StopMessage): CallCost;
  /** The session has cost this much by now. */
  cost(totalUsd: number): CallCost;
  spent(): CallCost;
  /** What of the session's cost has been told now. */
  toldUsd(): number;
}

/** `before` is what earlier calls of the session told. An agent that counts from its own start begins below it. */
export function openMeter(before: number): Meter {
  let spent = noCost;
  let told = before;
  let isFirst = true;
  const take = (more: CallCost): CallCost => {
    spent = addCost(spent, more);
    return more;
  };
  return {
    turn: (stopped) => take({ usage: usageIn(stopped), costUsd: 0 }),
    cost(totalUsd) {
      if (isFirst && totalUsd < told) told = 0;
      isFirst = false;
      const more = roundUsd(Math.max(0, totalUsd - told));
      told = Math.max(told, totalUsd);
      return take({ usage: noUsage, costUsd: more });
    },
    spent: () => spent,
    toldUsd: () => told,
  };
}

/** Some agents count what came from the cache as input, some do not: the total tells which. */
function usageIn({ usage, _meta }: StopMessage): Usage {
  const { input_tokens: input = 0, output_tokens: output = 0 } = _meta?.quota?.token_count ?? {};
  if (!usage) return { ...noUsage, input, output };
  const {
    inputTokens = 0,
    outputTokens = 0,
    cachedReadTokens: cacheRead = 0,
    cachedWriteTokens: cacheWrite = 0,
  } = usage;
  const apart = inputTokens + outputTokens + cacheRead + cacheWrite;
  const isInside = usage.totalTokens !== undefined && usage.totalTokens < apart;
  const uncached = isInside ? Math.max(0, inputTokens - cacheRead - cacheWrite) : inputTokens;
  return { input: uncached, output: outputTokens, cacheRead, cacheWrite };
}

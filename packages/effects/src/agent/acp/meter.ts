/** Counts the usage that the agent reports: tokens per turn, and dollars as a growing total. No report counts as 0. */
import { addCost, type CallCost, noCost, noUsage, roundUsd, type Usage } from '@harness/core/budget/usage';
import type { StopMessage } from './wire.ts';

export interface AcpMeter {
  turn(stopped: StopMessage): CallCost;
  cost(totalUsd: number): CallCost;
  spent(): CallCost;
  /** The part of the session's cost that has been reported. */
  toldUsd(): number;
}

/** `before` is the cost that earlier calls reported; an agent that counts per process starts below it. */
export function createAcpMeter(before: number): AcpMeter {
  let spent = noCost;
  let reported = before;
  let isFirst = true;
  const addToSpent = (more: CallCost): CallCost => {
    spent = addCost(spent, more);
    return more;
  };
  return {
    turn: (stopped) => addToSpent({ usage: usageIn(stopped), costUsd: 0 }),
    cost(totalUsd) {
      if (isFirst && totalUsd < reported) reported = 0;
      isFirst = false;
      const more = roundUsd(Math.max(0, totalUsd - reported));
      reported = Math.max(reported, totalUsd);
      return addToSpent({ usage: noUsage, costUsd: more });
    },
    spent: () => spent,
    toldUsd: () => reported,
  };
}

/** Some agents include cached tokens in the input, others do not; the total shows which. */
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

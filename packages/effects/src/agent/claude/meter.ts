/**
 * Counts the usage of a call while it streams, and settles it at the end.
 *
 *   U1. The reported usage adds up to the total.
 *   U2. An interrupted call has used what was streamed.
 *   U3. The program's own account wins if it is higher, because not all usage is streamed. The account of this call is
 *       used, because a resumed session counts from its start.
 */
import { addCost, type CallCost, noCost, roundUsd, type Usage } from '@harness/core/budget/usage';
import { claudeCost } from './prices.ts';

/** Counters as the API reports them; a missing counter is 0. */
export interface ApiUsage {
  readonly input_tokens?: number | null;
  readonly output_tokens?: number | null;
  readonly cache_read_input_tokens?: number | null;
  readonly cache_creation_input_tokens?: number | null;
}

export interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadInputTokens: number;
  readonly cacheCreationInputTokens: number;
  readonly costUSD: number;
}

export interface ClaudeMeter {
  /** A message starts. Each method returns the new usage since the last call. */
  begin(model: string, usage: ApiUsage): CallCost;
  grow(usage: ApiUsage): CallCost;
  settle(account: Readonly<Record<string, ModelUsage>>): CallCost;
  spent(): CallCost;
}

export function createClaudeMeter(): ClaudeMeter {
  let spent = noCost;
  let model = '';
  let output = 0;
  const add = (more: CallCost) => {
    spent = addCost(spent, more);
    return more;
  };
  return {
    begin(name, usage) {
      model = name;
      output = usage.output_tokens ?? 0;
      const used = {
        input: usage.input_tokens ?? 0,
        output,
        cacheRead: usage.cache_read_input_tokens ?? 0,
        cacheWrite: usage.cache_creation_input_tokens ?? 0,
      };
      return add({ usage: used, costUsd: claudeCost(model, used) });
    },
    grow(usage) {
      const more = Math.max(0, (usage.output_tokens ?? 0) - output);
      output += more;
      const used = { input: 0, output: more, cacheRead: 0, cacheWrite: 0 };
      return add({ usage: used, costUsd: claudeCost(model, used) });
    },
    settle(account) {
      const reported = Object.values(account).map(spentIn).reduce(addCost, noCost);
      const rest = (kind: keyof Usage) => Math.max(0, reported.usage[kind] - spent.usage[kind]);
      const usage = {
        input: rest('input'),
        output: rest('output'),
        cacheRead: rest('cacheRead'),
        cacheWrite: rest('cacheWrite'),
      };
      // The program's price replaces the estimate; without one the estimate stays.
      const costUsd = reported.costUsd > 0 ? roundUsd(reported.costUsd - spent.costUsd) : 0;
      return add({ usage, costUsd });
    },
    spent: () => spent,
  };
}

const spentIn = (used: ModelUsage): CallCost => ({
  usage: {
    input: used.inputTokens,
    output: used.outputTokens,
    cacheRead: used.cacheReadInputTokens,
    cacheWrite: used.cacheCreationInputTokens,
  },
  costUsd: used.costUSD,
});

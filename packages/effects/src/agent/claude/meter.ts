/**
 * What a call used, counted while it streams and settled when it ends.
 *
 *   U1. What is told adds up to what is spent.
 *   U2. A call that was cut off has used what was streamed.
 *   U3. The program's own account wins where it says more: it knows of what was never streamed. It is asked for this call
 *       alone, as a session that goes on counts from its beginning.
 */
import { addCost, type CallCost, noCost, roundUsd, type Usage } from '@harness/core/budget/usage';
import { costOf } from './prices.ts';

/** The counters as the API has them; what is not there is nothing. */
export interface ApiUsage {
  readonly input_tokens?: number | null;
  readonly output_tokens?: number | null;
  readonly cache_read_input_tokens?: number | null;
  readonly cache_creation_input_tokens?: number | null;
}

/** The same as the program adds them up for a model. */
export interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadInputTokens: number;
  readonly cacheCreationInputTokens: number;
  readonly costUSD: number;
}

export interface Meter {
  /** A message begins. Each answers with what is new, for whoever watches. */
  begin(model: string, usage: ApiUsage): CallCost;
  /** How much it has come to so far. */
  grow(usage: ApiUsage): CallCost;
  settle(account: Readonly<Record<string, ModelUsage>>): CallCost;
  spent(): CallCost;
}

export function meter(): Meter {
  let spent = noCost;
  let model = '';
  let output = 0;
  const add = (more: CallCost) => {
    spent = addCost(spent, more);
    return more;
  };
  return {
    begin(named, usage) {
      model = named;
      output = usage.output_tokens ?? 0;
      const used = {
        input: usage.input_tokens ?? 0,
        output,
        cacheRead: usage.cache_read_input_tokens ?? 0,
        cacheWrite: usage.cache_creation_input_tokens ?? 0,
      };
      return add({ usage: used, costUsd: costOf(model, used) });
    },
    grow(usage) {
      const more = Math.max(0, (usage.output_tokens ?? 0) - output);
      output += more;
      const used = { input: 0, output: more, cacheRead: 0, cacheWrite: 0 };
      return add({ usage: used, costUsd: costOf(model, used) });
    },
    settle(account) {
      const told = Object.values(account).map(spentIn).reduce(addCost, noCost);
      const rest = (kind: keyof Usage) => Math.max(0, told.usage[kind] - spent.usage[kind]);
      const usage = {
        input: rest('input'),
        output: rest('output'),
        cacheRead: rest('cacheRead'),
        cacheWrite: rest('cacheWrite'),
      };
      // Where the program priced what it saw, its price holds; a call of which it says nothing keeps ours.
      const costUsd = told.costUsd > 0 ? roundUsd(told.costUsd - spent.costUsd) : 0;
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

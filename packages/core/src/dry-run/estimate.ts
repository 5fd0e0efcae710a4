/**
 * What a call will probably take, guessed before it is made.
 *
 *   S1. The least is what is sent once: the stable part and the prompt. The provider's own tools, and what the agent reads
 *       and writes while it works, come on top.
 *   S2. The most is what the budget reserves for it; what of that is not sent is priced as if it were written.
 *   S3. A price that nobody knows is unknown. It is never nothing.
 */
import { estimatedTokens } from '../budget/tokens.ts';
import { noUsage, roundUsd, type Usage } from '../budget/usage.ts';

export interface Range {
  readonly least: number;
  readonly most: number;
}

/** Known by a list of prices, unknown to us, or nothing because nobody is really asked. */
export type Price = 'known' | 'unknown' | 'none';

export interface Estimate {
  readonly inputTokens: number;
  readonly reservedTokens: number;
  readonly price: Price;
  /** Null when the price is unknown. */
  readonly costUsd: Range | null;
}

export interface PricedEstimate {
  readonly stable: string;
  readonly prompt: string;
  readonly reserveTokens: number;
  /** Nothing when nobody knows what the model costs; 'none' for a rehearsal. */
  readonly costOf: 'none' | ((usage: Usage) => number | undefined);
}

export function estimateOf({ stable, prompt, reserveTokens, costOf }: PricedEstimate): Estimate {
  const inputTokens = estimatedTokens(stable) + estimatedTokens(prompt);
  const tokens = { inputTokens, reservedTokens: reserveTokens };
  if (costOf === 'none') return { ...tokens, price: 'none', costUsd: { least: 0, most: 0 } };
  const least = costOf({ ...noUsage, input: inputTokens });
  const most = costOf({ ...noUsage, input: inputTokens, output: Math.max(0, reserveTokens - inputTokens) });
  if (least === undefined || most === undefined) return { ...tokens, price: 'unknown', costUsd: null };
  return { ...tokens, price: 'known', costUsd: { least, most } };
}

/** Two ways together: the shorter at its least, the longer at its most. */
export function totalEstimate(least: readonly Estimate[], most: readonly Estimate[]) {
  const range = (of: (estimate: Estimate) => number): Range => ({ least: sum(least, of), most: sum(most, of) });
  const isPriced = [...least, ...most].every(({ costUsd }) => costUsd !== null);
  return {
    calls: { least: least.length, most: most.length },
    inputTokens: range(({ inputTokens }) => inputTokens),
    reservedTokens: range(({ reservedTokens }) => reservedTokens),
    costUsd: isPriced
      ? {
          least: sum(least, ({ costUsd }) => costUsd?.least ?? 0),
          most: sum(most, ({ costUsd }) => costUsd?.most ?? 0),
        }
      : null,
  };
}

const sum = (all: readonly Estimate[], of: (estimate: Estimate) => number) =>
  roundUsd(all.reduce((total, one) => total + of(one), 0));

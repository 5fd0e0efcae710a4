/**
 * Estimates the tokens and the cost of a call before it is made.
 *
 *   S1. The minimum is the input: the stable part and the prompt, without the provider's tools and the agent's own work.
 *   S2. The maximum is the budget's reservation; tokens above the input are priced as output.
 *   S3. An unknown price is `null`, never 0.
 */
import { estimatedTokens } from '../budget/tokens.ts';
import { noUsage, roundUsd, type Usage } from '../budget/usage.ts';

export interface Range {
  readonly least: number;
  readonly most: number;
}

/** `known` from a price list, `unknown`, or `none` for a rehearsal, which costs nothing. */
export type Price = 'known' | 'unknown' | 'none';

export interface Estimate {
  readonly inputTokens: number;
  readonly reservedTokens: number;
  readonly price: Price;
  /** `null` if the price is unknown. */
  readonly costUsd: Range | null;
}

export interface PricedEstimate {
  readonly stable: string;
  readonly prompt: string;
  readonly reserveTokens: number;
  /** Returns `undefined` if the price of the model is unknown; 'none' for a rehearsal. */
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

/** Combines both paths: the minimum of the shorter one, the maximum of the longer one. */
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

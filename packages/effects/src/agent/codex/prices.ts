/**
 * Computes the cost of tokens: the provider reports only their number.
 *
 * Standard list prices in dollars per million tokens, as of 2026-11-05. Subscriptions have other prices.
 */
import { mostExpensive, roundUsd, type Usage } from '@harness/core/budget/usage';

export type Prices = Readonly<Record<string, Usage>>;

const prices: Prices = {
  'gpt-6-astra': { input: 10, output: 50, cacheRead: 1, cacheWrite: 12.5 },
  'gpt-6.1-sol': { input: 2, output: 10, cacheRead: 0.1, cacheWrite: 2.5 },
  'gpt-6-sol': { input: 2, output: 10, cacheRead: 0.2, cacheWrite: 2.5 },
  'gpt-6-luna': { input: 0.1, output: 0.5, cacheRead: 0.01, cacheWrite: 0.125 },
  'gpt-5.6-sol': { input: 4, output: 20, cacheRead: 0.4, cacheWrite: 5 },
  'gpt-5.6-terra': { input: 2, output: 12, cacheRead: 0.2, cacheWrite: 2.5 },
  'gpt-5.6-luna': { input: 0.2, output: 1.2, cacheRead: 0.02, cacheWrite: 0.25 },
  'gpt-5.5': { input: 5, output: 30, cacheRead: 0.5, cacheWrite: 5 },
};

/** A request with more input than this costs double for input and 1.5 times for output. */
const longInput = 272_000;
const long: Usage = { input: 2, cacheRead: 2, cacheWrite: 2, output: 1.5 };
const short: Usage = { input: 1, cacheRead: 1, cacheWrite: 1, output: 1 };

/** Returns the cost of one answer of the model. An unknown model costs as much as the most expensive one. */
export const codexCost = (model: string, usage: Usage, table: Prices = prices): number =>
  knownCodexCost(model, usage, table) ?? costBy(mostExpensive(Object.values(table)), usage);

/** Returns `undefined` for an unknown model. */
export function knownCodexCost(model: string, usage: Usage, table: Prices = prices): number | undefined {
  const price = priceOf(model, table);
  return price && costBy(price, usage);
}

function costBy(price: Usage, usage: Usage): number {
  const factor = usage.input + usage.cacheRead + usage.cacheWrite > longInput ? long : short;
  const kinds = Object.keys(short) as (keyof Usage)[];
  return roundUsd(kinds.reduce((sum, kind) => sum + (price[kind] * factor[kind] * usage[kind]) / 1e6, 0));
}

/** Ignores a vendor prefix and a date suffix: `openai/gpt-5.5-2026-04-23` is `gpt-5.5`. */
const priceOf = (model: string, table: Prices) => table[model.replace(/^.*\//, '').replace(/-\d{4}-\d{2}-\d{2}$/, '')];

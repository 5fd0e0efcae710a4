/**
 * Estimates the cost of tokens during a call, so that a cap can stop it in time.
 *
 * The program reports the actual cost at the end, and that counts. It reports none for an interrupted call, so the
 * estimate is used. A test compares this list with the program's. Last compared: 2026-11-15, version 2.1.325.
 */
import { mostExpensive, roundUsd, type Usage } from '@harness/core/budget/usage';

/** Dollars per million tokens. A very long prompt costs more with haiku; that is settled at the end of the call. */
const families: Readonly<Record<string, Usage>> = {
  opus: { input: 4, output: 20, cacheRead: 0.2, cacheWrite: 5 },
  sonnet: { input: 2, output: 10, cacheRead: 0.1, cacheWrite: 2.5 },
  haiku: { input: 0.1, output: 0.5, cacheRead: 0.01, cacheWrite: 0.125 },
};

/** An unknown model costs as much as the most expensive one. */
export const claudeCost = (model: string, usage: Usage): number =>
  knownClaudeCost(model, usage) ?? costBy(mostExpensive(Object.values(families)), usage);

/** Returns `undefined` for an unknown model. */
export function knownClaudeCost(model: string, usage: Usage): number | undefined {
  const price = Object.entries(families).find(([family]) => model.includes(family))?.[1];
  return price && costBy(price, usage);
}

function costBy(price: Usage, usage: Usage): number {
  const kinds = Object.keys(price) as (keyof Usage)[];
  return roundUsd(kinds.reduce((sum, kind) => sum + (price[kind] * usage[kind]) / 1e6, 0));
}

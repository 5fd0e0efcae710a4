/**
 * What tokens cost while a call is still running, so that a cap can stop it in time.
 *
 * The provider's program says at the end what a call cost, and that counts. It says nothing of a call that was cut off:
 * then this list does. A test holds it to the program's own. Last compared: 2026-11-15, version 2.1.325.
 */
import { mostExpensive, roundUsd, type Usage } from '@harness/core/budget/usage';

/** Dollars for a million tokens. A very long prompt costs more with haiku: that is settled when the call has ended. */
const families: Readonly<Record<string, Usage>> = {
  opus: { input: 4, output: 20, cacheRead: 0.2, cacheWrite: 5 },
  sonnet: { input: 2, output: 10, cacheRead: 0.1, cacheWrite: 2.5 },
  haiku: { input: 0.1, output: 0.5, cacheRead: 0.01, cacheWrite: 0.125 },
};

/** Until the provider says otherwise. A model that nobody knows is taken for the dearest. */
export const costOf = (model: string, usage: Usage): number =>
  knownCostOf(model, usage) ?? costBy(mostExpensive(Object.values(families)), usage);

/** Nothing when nobody knows the model: for who must not guess. */
export function knownCostOf(model: string, usage: Usage): number | undefined {
  const price = Object.entries(families).find(([family]) => model.includes(family))?.[1];
  return price && costBy(price, usage);
}

function costBy(price: Usage, usage: Usage): number {
  const kinds = Object.keys(price) as (keyof Usage)[];
  return roundUsd(kinds.reduce((sum, kind) => sum + (price[kind] * usage[kind]) / 1e6, 0));
}

/**
 * What a call used: counted answer by answer while it goes on, settled with the total when it ends.
 *
 *   The program's total counts from the beginning of the session, so what was told by earlier calls is taken off. What was
 *   counted here and is not in the total was used by agents that this one asked: it stays counted.
 */
import { addCost, addUsage, type CallCost, noCost, noUsage, type Usage } from '@harness/core/budget/usage';
import { costOf, type Prices } from './prices.ts';

/** As the program tells it: what was read from the cache, or written into it, is a part of all input. */
export interface ToldUsage {
  readonly input_tokens: number;
  readonly cached_input_tokens: number;
  readonly cache_write_input_tokens: number;
  readonly output_tokens: number;
}

export const usageIn = (told: ToldUsage): Usage => ({
  input: Math.max(0, told.input_tokens - told.cached_input_tokens - told.cache_write_input_tokens),
  output: told.output_tokens,
  cacheRead: told.cached_input_tokens,
  cacheWrite: told.cache_write_input_tokens,
});

export interface Meter {
  /** One answer of the model. */
  add(usage: Usage): CallCost;
  /** What the total has that was not counted. */
  settle(total: Usage): CallCost;
  spent(): CallCost;
  /** How many answers were counted. */
  answers(): number;
  /** What of the session's total has been told now. */
  counted(): Usage;
  setModel(model: string): void;
}

export function openMeter(model: string, before: Usage, prices: Prices | undefined): Meter {
  let named = model;
  let answers = 0;
  let spent = noCost;
  let counted = before;
  const take = (usage: Usage): CallCost => {
    const more = { usage, costUsd: costOf(named, usage, prices) };
    spent = addCost(spent, more);
    return more;
  };
  return {
    add(usage) {
      answers++;
      counted = addUsage(counted, usage);
      return take(usage);
    },
    settle(total) {
      const rest = beyond(total, counted);
      counted = total;
      return take(rest);
    },
    spent: () => spent,
    answers: () => answers,
    counted: () => counted,
    setModel(name) {
      named = name;
    },
  };
}

const beyond = (total: Usage, counted: Usage): Usage =>
  Object.fromEntries(
    Object.keys(noUsage).map((kind) => [kind, Math.max(0, total[kind as keyof Usage] - counted[kind as keyof Usage])]),
  ) as unknown as Usage;

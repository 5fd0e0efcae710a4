/**
 * Counts the usage of a call answer by answer, and settles it with the total at the end.
 *
 * The program's total counts from the start of the session, so the usage of earlier calls is subtracted. Usage that the
 * total does not include belongs to subagents and stays counted.
 */
import { addCost, addUsage, type CallCost, noCost, noUsage, type Usage } from '@harness/core/budget/usage';
import { codexCost, type Prices } from './prices.ts';

/** Usage as the program reports it: `input_tokens` includes tokens read from or written to the cache. */
export interface ReportedUsage {
  readonly input_tokens: number;
  readonly cached_input_tokens: number;
  readonly cache_write_input_tokens: number;
  readonly output_tokens: number;
}

export const usageIn = (told: ReportedUsage): Usage => ({
  input: Math.max(0, told.input_tokens - told.cached_input_tokens - told.cache_write_input_tokens),
  output: told.output_tokens,
  cacheRead: told.cached_input_tokens,
  cacheWrite: told.cache_write_input_tokens,
});

export interface CodexMeter {
  add(usage: Usage): CallCost;
  /** Adds the part of the total that was not counted yet. */
  settle(total: Usage): CallCost;
  spent(): CallCost;
  answers(): number;
  /** The part of the session's total that has been reported. */
  counted(): Usage;
  setModel(model: string): void;
}

export function createCodexMeter(model: string, before: Usage, prices: Prices | undefined): CodexMeter {
  let currentModel = model;
  let answers = 0;
  let spent = noCost;
  let counted = before;
  const addToSpent = (usage: Usage): CallCost => {
    const more = { usage, costUsd: codexCost(currentModel, usage, prices) };
    spent = addCost(spent, more);
    return more;
  };
  return {
    add(usage) {
      answers++;
      counted = addUsage(counted, usage);
      return addToSpent(usage);
    },
    settle(total) {
      const rest = subtractUsage(total, counted);
      counted = total;
      return addToSpent(rest);
    },
    spent: () => spent,
    answers: () => answers,
    counted: () => counted,
    setModel(name) {
      currentModel = name;
    },
  };
}

const subtractUsage = (total: Usage, counted: Usage): Usage =>
  Object.fromEntries(
    Object.keys(noUsage).map((kind) => [kind, Math.max(0, total[kind as keyof Usage] - counted[kind as keyof Usage])]),
  ) as unknown as Usage;

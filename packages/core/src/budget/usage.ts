/** Tokens of a call. `input` is uncached input only, so all four add up to the total. */
export interface Usage {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

/** Cost of one try. Journal entries carry it, so that a crash charges once. */
export interface CallCost {
  readonly usage: Usage;
  readonly costUsd: number;
}

export const noUsage: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
export const noCost: CallCost = { usage: noUsage, costUsd: 0 };

/** Reads the cost from the note about an interrupted try. */
export const costFromParams = (params: Readonly<Record<string, string | number>>): CallCost => {
  const amount = (name: string) => Number(params[name] ?? 0);
  const usage = {
    input: amount('input'),
    output: amount('output'),
    cacheRead: amount('cacheRead'),
    cacheWrite: amount('cacheWrite'),
  };
  return { usage, costUsd: amount('costUsd') };
};

/** Adds up all four kinds, which every limit counts. */
export const tokensOf = ({ input, output, cacheRead, cacheWrite }: Usage): number =>
  input + output + cacheRead + cacheWrite;

export const addUsage = (a: Usage, b: Usage): Usage => ({
  input: a.input + b.input,
  output: a.output + b.output,
  cacheRead: a.cacheRead + b.cacheRead,
  cacheWrite: a.cacheWrite + b.cacheWrite,
});

export const addCost = (a: CallCost, b: CallCost): CallCost => ({
  usage: addUsage(a.usage, b.usage),
  costUsd: roundUsd(a.costUsd + b.costUsd),
});

/** Rounds to a millionth of a dollar, because sums of binary fractions are inexact. */
export const roundUsd = (usd: number): number => Math.round(usd * 1e6) / 1e6;

/** The price for an unknown model: a limit may stop it too early, but never too late. */
export const mostExpensive = (prices: readonly Usage[]): Usage =>
  prices.reduce((dearest, price) => (price.output > dearest.output ? price : dearest), noUsage);

/** What a call used. `input` is uncached input only: all four add up to what went over the wire. */
export interface Usage {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

/** What was spent on one try. Money rides on the journal entries, so a crash charges once. */
export interface CallCost {
  readonly usage: Usage;
  readonly costUsd: number;
}

export const noUsage: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
export const noCost: CallCost = { usage: noUsage, costUsd: 0 };

/** What a note of a try that was cut off says it had used. */
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

/** All four kinds: what a limit counts. */
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

/** Binary fractions drift when cents are added up; a millionth of a dollar is finer than any price. */
export const roundUsd = (usd: number): number => Math.round(usd * 1e6) / 1e6;

/** A model that is in no list is taken for the dearest that is: a limit may then stop too early, but never too late. */
export const mostExpensive = (prices: readonly Usage[]): Usage =>
  prices.reduce((dearest, price) => (price.output > dearest.output ? price : dearest), noUsage);

/** How amounts and names are said in English. */

import { formatNumber } from '../format-number.ts';
import { formatUsd } from '../format-usd.ts';

export const count = (n: string | number | undefined, noun: string) => `${n} ${noun}${Number(n) === 1 ? '' : 's'}`;

/** Money for a limit of money, tokens for the others. */
export const amount = (limit: string | number | undefined, n: string | number | undefined) => {
  if (Number.isNaN(Number(n))) return String(n);
  return /usd$/i.test(String(limit)) ? formatUsd(Number(n)) : `${formatNumber(Number(n))} tokens`;
};

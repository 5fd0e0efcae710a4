/** How amounts and names are said in English. */

import { formatNumber } from '../format-number.ts';
import { formatUsd } from '../format-usd.ts';

export const count = (n: number, noun: string) => `${n} ${noun}${n === 1 ? '' : 's'}`;

/** Money for a limit of money, tokens for the others. */
export const amount = (limit: string, n: number) => (/usd$/i.test(limit) ? formatUsd(n) : `${formatNumber(n)} tokens`);

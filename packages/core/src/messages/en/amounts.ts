/** Formats amounts in English. */

import { formatNumber } from '../format-number.ts';
import { formatUsd } from '../format-usd.ts';

export const countOf = (n: number, noun: string, plural = `${noun}s`) => `${n} ${n === 1 ? noun : plural}`;

/** Dollars for a limit in dollars, tokens for all others. */
export const amount = (limit: string, n: number) => (/usd$/i.test(limit) ? formatUsd(n) : `${formatNumber(n)} tokens`);

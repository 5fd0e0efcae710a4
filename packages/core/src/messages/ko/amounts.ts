/** How amounts and names are said in Korean. */

import { formatNumber } from '../format-number.ts';
import { formatUsd } from '../format-usd.ts';

export const amount = (limit: string, n: number) => (/usd$/i.test(limit) ? formatUsd(n) : `${formatNumber(n)} 토큰`);

/** `역할의 ` before a noun, or nothing when nobody knows whose it is. */
export const of = (role: string | undefined) => (role === undefined ? '' : `${role}의 `);

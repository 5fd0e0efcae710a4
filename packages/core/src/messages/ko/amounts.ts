/** Formats amounts and roles in Korean. */

import { formatNumber } from '../format-number.ts';
import { formatUsd } from '../format-usd.ts';

export const amount = (limit: string, n: number) => (/usd$/i.test(limit) ? formatUsd(n) : `${formatNumber(n)} 토큰`);

/** `역할의 ` before a noun; empty if the role is unknown. */
export const of = (role: string | undefined) => (role === undefined ? '' : `${role}의 `);

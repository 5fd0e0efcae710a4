/** How amounts and names are said in Korean. */

import { formatNumber } from '../format-number.ts';
import { formatUsd } from '../format-usd.ts';

type Value = string | number | undefined;

export const amount = (limit: Value, n: Value) => {
  if (Number.isNaN(Number(n))) return String(n);
  return /usd$/i.test(String(limit)) ? formatUsd(Number(n)) : `${formatNumber(Number(n))} 토큰`;
};

/** `역할의 ` before a noun, or nothing when nobody knows whose it is. */
export const of = (role: Value) => (role === undefined ? '' : `${role}의 `);

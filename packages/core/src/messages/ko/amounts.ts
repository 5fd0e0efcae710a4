/** How amounts and names are said in Korean. */
import { money } from '../money.ts';
import { thousands } from '../thousands.ts';

type Value = string | number | undefined;

export const amount = (limit: Value, n: Value) => {
  if (Number.isNaN(Number(n))) return String(n);
  return /usd$/i.test(String(limit)) ? money(Number(n)) : `${thousands(Number(n))} 토큰`;
};

/** `역할의 ` before a noun, or nothing when nobody knows whose it is. */
export const of = (role: Value) => (role === undefined ? '' : `${role}의 `);

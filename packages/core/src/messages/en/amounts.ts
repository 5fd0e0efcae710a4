/** How amounts and names are said in English. */
import { money } from '../money.ts';
import { thousands } from '../thousands.ts';

export const count = (n: string | number | undefined, noun: string) => `${n} ${noun}${Number(n) === 1 ? '' : 's'}`;

/** Money for a limit of money, tokens for the others. */
export const amount = (limit: string | number | undefined, n: string | number | undefined) => {
  if (Number.isNaN(Number(n))) return String(n);
  return /usd$/i.test(String(limit)) ? money(Number(n)) : `${thousands(Number(n))} tokens`;
};

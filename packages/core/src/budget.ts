/**
 * What a run may still spend, and what is said when it comes near the end of it.
 *
 *   B1. Two calls at the same time cannot both spend the last of it: what is reserved counts as spent.
 *   B2. A cap is hard: a call that does not fit under it is not made, and one that crosses it is interrupted.
 *   B3. A ceiling only reports. Each warning is given once, also across a restart.
 *   B4. Asking twice reserves once.
 */
import { fail, type Outcome, ok } from './failure.ts';
import { callId, type Ledger, type Reservation, withOpen } from './ledger.ts';
import { nothingSpent, tokensOf } from './usage.ts';

/** The limits that a person can set, by the name of the setting. */
export const limits = {
  capUsd: { unit: 'usd', isHard: true },
  capTokens: { unit: 'tokens', isHard: true },
  ceilingTokens: { unit: 'tokens', isHard: false },
} as const satisfies Record<string, { unit: 'usd' | 'tokens'; isHard: boolean }>;

export type Limit = keyof typeof limits;
const limitNames = Object.keys(limits) as readonly Limit[];

export type Budget = { readonly [Name in Limit]?: number | undefined } & {
  /** The share of a limit at which a warning is given. */
  readonly warnAt: number;
};

/** Which call of which run. */
interface Which {
  readonly key: string;
  readonly run?: string;
}

/** What the next call of a role is expected to use: the average of its calls so far, or what a first call is given. */
export function expected({ roles }: Ledger, role: string, reserveTokens: number): Reservation {
  const before = roles.get(role);
  if (!before) return { tokens: reserveTokens, costUsd: 0 };
  const { calls, spent } = before;
  return { tokens: Math.ceil(tokensOf(spent.usage) / calls), costUsd: spent.costUsd / calls };
}

export interface Reserved {
  /** To be written with `asked`. */
  readonly reserved: Reservation;
  /** With the reservation in it, for the next call of the same move. */
  readonly ledger: Ledger;
}

/** Room for one more call, or the cap that stands in the way. */
export function reserve(
  ledger: Ledger,
  { key, run = '', role }: Which & { readonly role: string },
  budget: Budget,
  reserveTokens: number,
): Outcome<Reserved> {
  const id = callId(run, key);
  const before = ledger.open.get(id);
  if (before) return ok({ reserved: before.reserved, ledger });
  const wanted = expected(ledger, role, reserveTokens);
  for (const limit of limitNames) {
    const of = budget[limit];
    if (of === undefined || !limits[limit].isHard) continue;
    const spent = spentOf(ledger, limit);
    const reserved = reservedOf(ledger, limit) + amount(wanted, limit);
    if (spent >= of || spent + reserved > of) return fail('budget.cap-reached', { limit, spent, of, reserved });
  }
  return ok({ reserved: wanted, ledger: withOpen(ledger, id, { role, reserved: wanted, spent: nothingSpent }) });
}

/** How much a call may use before it crosses a cap; undefined where there is none. */
export function allowance(
  ledger: Ledger,
  { key, run = '' }: Which,
  budget: Budget,
): { readonly usd: number | undefined; readonly tokens: number | undefined } {
  const own = ledger.open.get(callId(run, key))?.reserved;
  const left = (limit: 'capUsd' | 'capTokens') => {
    const of = budget[limit];
    const others = reservedOf(ledger, limit) - (own ? amount(own, limit) : 0);
    return of === undefined ? undefined : Math.max(0, of - spentOf(ledger, limit) - others);
  };
  return { usd: left('capUsd'), tokens: left('capTokens') };
}

export interface BudgetNews {
  readonly code: 'budget.near' | 'budget.ceiling-reached';
  readonly params: { readonly limit: Limit; readonly spent: number; readonly of: number };
}

/** What is worth a note now and was not noted before. A cap that is reached is no news: the next call fails by it. */
export const untold = (ledger: Ledger, budget: Budget): readonly BudgetNews[] =>
  limitNames.flatMap((limit): readonly BudgetNews[] => {
    const of = budget[limit];
    const spent = spentOf(ledger, limit);
    if (of === undefined || spent < of * budget.warnAt) return [];
    const isOver = spent >= of;
    if (isOver && limits[limit].isHard) return [];
    const code = isOver ? 'budget.ceiling-reached' : 'budget.near';
    return ledger.told.has(`${code} ${limit}`) ? [] : [{ code, params: { limit, spent, of } }];
  });

const amount = ({ costUsd, tokens }: Reservation, limit: Limit) => (limits[limit].unit === 'usd' ? costUsd : tokens);

const spentOf = ({ spent }: Ledger, limit: Limit) =>
  amount({ costUsd: spent.costUsd, tokens: tokensOf(spent.usage) }, limit);

const reservedOf = ({ open }: Ledger, limit: Limit) =>
  [...open.values()].reduce((sum, { reserved }) => sum + amount(reserved, limit), 0);

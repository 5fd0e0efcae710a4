/**
 * What a run may still spend, and what is said when it comes near the end of it.
 *
 *   B1. Two calls at the same time cannot both spend the last of it: what is reserved counts as spent.
 *   B2. A cap is hard: a call that does not fit under it is not made, and one that crosses it is interrupted.
 *   B3. Each warning is given once, also across a restart.
 *   B4. Asking twice reserves once.
 */
import { fail, type Outcome, ok } from '../failure/failure.ts';
import { callId, type Ledger, type Reservation, withOpen } from './ledger.ts';
import type { BudgetNotice } from './tally.ts';
import { type CallCost, noCost, roundUsd, tokensOf } from './usage.ts';

/** The hard limits that a person can set, by the name of the setting; the ceiling of a product is a tally. */
const limits = {
  capUsd: 'usd',
  capTokens: 'tokens',
} as const satisfies Record<string, 'usd' | 'tokens'>;

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
function expectedUsage({ roles }: Ledger, role: string, reserveTokens: number): Reservation {
  const before = roles.get(role);
  if (!before) return { tokens: reserveTokens, costUsd: 0 };
  const { calls, spent } = before;
  return { tokens: Math.ceil(tokensOf(spent.usage) / calls), costUsd: spent.costUsd / calls };
}

export interface ReserveResult {
  /** To be written with `asked`. */
  readonly reserved: Reservation;
  /** With the reservation in it, for the next call of the same move. */
  readonly ledger: Ledger;
}

/** Room for one more call, or the cap that stands in the way. */
export function reserveCall(
  ledger: Ledger,
  { key, run = '', role }: Which & { readonly role: string },
  budget: Budget,
  reserveTokens: number,
): Outcome<ReserveResult> {
  const id = callId(run, key);
  const before = ledger.open.get(id);
  if (before) return ok({ reserved: before.reserved, ledger });
  const wanted = expectedUsage(ledger, role, reserveTokens);
  for (const limit of limitNames) {
    const of = budget[limit];
    if (of === undefined) continue;
    const spent = spentOf(ledger, limit);
    const reserved = reservedOf(ledger, limit) + amount(wanted, limit);
    if (spent >= of || roundUsd(spent + reserved) > of)
      return fail('budget.cap-reached', { limit, spent, of, reserved });
  }
  return ok({ reserved: wanted, ledger: withOpen(ledger, id, { role, reserved: wanted, spent: noCost }) });
}

/** What one call may use under one limit before it crosses it. */
export interface Allowance {
  /** A cap of the run, or what a single call may cost. */
  readonly limit: 'capUsd' | 'capTokens' | 'limits.usd';
  readonly of: number;
  /** What was spent under it before this try. */
  readonly spent: number;
  /** Without what others have reserved. */
  readonly left: number;
}

/** How much a call may use: one row a limit that was set. `usd` is what the call alone may cost, with all its tries. */
export function allowances(
  ledger: Ledger,
  { key, run = '' }: Which,
  budget: Budget,
  usd?: number,
): readonly Allowance[] {
  const own = ledger.open.get(callId(run, key));
  const caps = (['capUsd', 'capTokens'] as const).flatMap((limit): readonly Allowance[] => {
    const of = budget[limit];
    if (of === undefined) return [];
    const spent = spentOf(ledger, limit);
    const others = reservedOf(ledger, limit) - (own ? amount(own.reserved, limit) : 0);
    return [{ limit, of, spent, left: Math.max(0, roundUsd(of - spent - others)) }];
  });
  if (usd === undefined) return caps;
  const before = own?.spent.costUsd ?? 0;
  return [...caps, { limit: 'limits.usd', of: usd, spent: before, left: Math.max(0, roundUsd(usd - before)) }];
}

/** The limit that a try has crossed with what it used so far, and what that comes to; nothing while it keeps to all. */
export function crossedLimit(
  all: readonly Allowance[],
  { usage, costUsd }: CallCost,
): Pick<Allowance, 'limit' | 'of' | 'spent'> | undefined {
  for (const { limit, of, spent, left } of all) {
    const used = limit === 'capTokens' ? tokensOf(usage) : costUsd;
    if (used > left) return { limit, of, spent: roundUsd(spent + used) };
  }
  return undefined;
}

/** What is worth a note now and was not noted before. A cap that is reached is no news: the next call fails by it. */
export const newBudgetNotices = (ledger: Ledger, budget: Budget): readonly BudgetNotice[] =>
  limitNames.flatMap((limit): readonly BudgetNotice[] => {
    const of = budget[limit];
    const spent = spentOf(ledger, limit);
    if (of === undefined || spent < of * budget.warnAt || spent >= of) return [];
    return ledger.told.has(`budget.near ${limit}`) ? [] : [{ code: 'budget.near', params: { limit, spent, of } }];
  });

const amount = ({ costUsd, tokens }: Reservation, limit: Limit) => (limits[limit] === 'usd' ? costUsd : tokens);

const spentOf = ({ spent }: Ledger, limit: Limit) =>
  amount({ costUsd: spent.costUsd, tokens: tokensOf(spent.usage) }, limit);

const reservedOf = ({ open }: Ledger, limit: Limit) =>
  [...open.values()].reduce((sum, { reserved }) => sum + amount(reserved, limit), 0);

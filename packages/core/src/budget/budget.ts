/**
 * Reserves tokens and money for calls, and warns when a run approaches a cap.
 *
 *   B1. Reservations count as spent: two calls at the same time cannot both use the rest of a cap.
 *   B2. A cap is hard: a call that does not fit under it is not made, and a call that crosses it is interrupted.
 *   B3. Each warning is sent once, also across a restart.
 *   B4. Reserving the same call twice has no effect.
 */
import { fail, type Outcome, ok } from '../failure/failure.ts';
import { callId, type Ledger, openCall, type Reservation } from './ledger.ts';
import type { BudgetNotice } from './tally.ts';
import { type CallCost, noCost, roundUsd, tokensOf } from './usage.ts';

/** The unit of each hard limit, by the name of its setting; the ceiling of a product is a tally. */
const limits = {
  capUsd: 'usd',
  capTokens: 'tokens',
} as const satisfies Record<string, 'usd' | 'tokens'>;

export type Limit = keyof typeof limits;
const limitNames = Object.keys(limits) as readonly Limit[];

export type Budget = { readonly [Name in Limit]?: number | undefined } & {
  /** Share of a limit that triggers a warning, from 0 to 1. */
  readonly warnAt: number;
};

interface CallRef {
  readonly key: string;
  readonly run?: string;
}

/** The average usage of the role's calls, or `reserveTokens` if there are none. */
function expectedUsage({ roles }: Ledger, role: string, reserveTokens: number): Reservation {
  const before = roles.get(role);
  if (!before) return { tokens: reserveTokens, costUsd: 0 };
  const { calls, spent } = before;
  return { tokens: Math.ceil(tokensOf(spent.usage) / calls), costUsd: spent.costUsd / calls };
}

export interface ReserveResult {
  /** To be written with the entry `asked`. */
  readonly reserved: Reservation;
  /** Includes the reservation, for the next call of the same move. */
  readonly ledger: Ledger;
}

export function reserveCall(
  ledger: Ledger,
  { key, run = '', role }: CallRef & { readonly role: string },
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
  return ok({ reserved: wanted, ledger: openCall(ledger, id, { role, reserved: wanted, spent: noCost }) });
}

/** The usage that one limit still allows one call. */
export interface Allowance {
  /** A cap of the run, or the limit of a single call. */
  readonly limit: Limit | 'limits.usd';
  readonly of: number;
  /** Spent under this limit before this try. */
  readonly spent: number;
  /** Rest of the limit minus the reservations of other calls. */
  readonly left: number;
}

/** Returns one row per set limit. `usd` limits the cost of this call with all its tries. */
export function allowances(
  ledger: Ledger,
  { key, run = '' }: CallRef,
  budget: Budget,
  usd?: number,
): readonly Allowance[] {
  const own = ledger.open.get(callId(run, key));
  const caps = limitNames.flatMap((limit): readonly Allowance[] => {
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

/** Returns the limit that a try has crossed, with the new total; `undefined` if it crossed none. */
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

/** Returns the warnings that were not noted before. A reached cap needs none: the next call fails. */
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

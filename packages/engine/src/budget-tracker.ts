/**
 * E8: what a run and its children may still spend. The reservation rides on `asked`, the settlement on `failed` or
 * `answered`, and the ledger is a fold over both: a crash charges once.
 */
import { type Allowance, allowances, type Budget, newBudgetNotices, reserveCall } from '@harness/core/budget/budget';
import { callId, charge, emptyLedger, type Ledger, type Reservation } from '@harness/core/budget/ledger';
import type { BudgetNotice, Tally, TallyEntry } from '@harness/core/budget/tally';
import { tokensOf } from '@harness/core/budget/usage';
import type { AgentInput } from '@harness/core/effects/agent';
import { type Outcome, ok } from '@harness/core/failure/failure';
import type { Entry } from '@harness/core/journal/journal';
import type { Effect } from '@harness/core/machine/machine';

export interface BudgetTracker {
  /** What an effect reserves before it is asked for; nothing for what costs nothing; or the cap that stands in its way. */
  reserve(run: string, key: string, effect: Effect): Outcome<Reservation | undefined>;
  /** How much a call that was asked for may use; looked at anew while it streams, because others settle meanwhile. */
  allowances(run: string, key: string): readonly Allowance[];
  /** Every entry of the family, as it is noted. */
  charge(run: string, entry: Entry): void;
  /** What is worth a note now. */
  news(): readonly BudgetNotice[];
}

export const unlimitedBudget: BudgetTracker = {
  reserve: () => ok(undefined),
  allowances: () => [],
  charge: () => {},
  news: () => [],
};

/** A tally that is being kept. */
export interface TallyCounter {
  see(seen: TallyEntry): void;
  news(): readonly BudgetNotice[];
}

export function createTallyCounter<State>(tally: Tally<State>): TallyCounter {
  let state = tally.start;
  return {
    see(seen) {
      state = tally.see(state, seen);
    },
    news: () => tally.news(state),
  };
}

/** What holds for the calls of one role. */
export interface RoleSpending {
  /** What its first call reserves. */
  readonly reserveTokens: number;
  /** What one of its calls may cost. */
  readonly usd?: number;
}

interface Journalled {
  readonly run: string;
  readonly entries: readonly Entry[];
}

/** `family` is what was written before: also the children that have long ended were paid for. */
export function createBudgetTracker(
  family: readonly Journalled[],
  budget: Budget,
  spendingOf: (role: string) => RoleSpending,
  counters: readonly TallyCounter[] = [],
): BudgetTracker {
  let ledger = emptyLedger;
  const see = (run: string, entry: Entry) => {
    const before = tokensOf(ledger.spent.usage);
    ledger = charge(ledger, entry, run);
    const tokens = tokensOf(ledger.spent.usage) - before;
    for (const counter of counters) counter.see({ run, entry, tokens });
  };
  for (const { run, entries } of family) for (const entry of entries) see(run, entry);
  return {
    reserve(run, key, { kind, input }) {
      if (kind !== 'agent') return ok(undefined);
      const { role } = input as AgentInput;
      const { reserveTokens } = spendingOf(role);
      const reserved = reserveCall(withoutUnpaid(ledger, callId(run, key)), { run, key, role }, budget, reserveTokens);
      return reserved.ok ? ok(reserved.value.reserved) : reserved;
    },
    allowances(run, key) {
      const role = ledger.open.get(callId(run, key))?.role;
      return allowances(ledger, { run, key }, budget, role === undefined ? undefined : spendingOf(role).usd);
    },
    charge: see,
    news: () => [...newBudgetNotices(ledger, budget), ...counters.flatMap((counter) => counter.news())],
  };
}

/** A call that was asked for without a reservation, and the power failed before it was told of the cap, must ask again. */
function withoutUnpaid(ledger: Ledger, id: string): Ledger {
  const call = ledger.open.get(id);
  if (!call || call.reserved.tokens > 0 || call.reserved.costUsd > 0) return ledger;
  return { ...ledger, open: new Map([...ledger.open].filter(([other]) => other !== id)) };
}

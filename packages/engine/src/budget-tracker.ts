/**
 * E8: tracks the remaining budget of a run and its children. `asked` carries the reservation, `failed` or `answered`
 * the settlement. The ledger is computed from both, so a crash charges once.
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
  /** Reserves budget before `asked`. `undefined` if the effect is free; a failure if it does not fit under a cap. */
  reserve(run: string, key: string, effect: Effect): Outcome<Reservation | undefined>;
  /** Limits of a call in flight. Read again while it streams, because other calls settle at the same time. */
  allowances(run: string, key: string): readonly Allowance[];
  /** Receives every entry of the run and its children when it is noted. */
  charge(run: string, entry: Entry): void;
  news(): readonly BudgetNotice[];
}

export const unlimitedBudget: BudgetTracker = {
  reserve: () => ok(undefined),
  allowances: () => [],
  charge: () => {},
  news: () => [],
};

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

export interface RoleSpending {
  /** Tokens that its first call reserves. */
  readonly reserveTokens: number;
  /** Maximum cost per call in US dollars; `undefined` if there is no limit. */
  readonly usd?: number;
}

interface RunEntries {
  readonly run: string;
  readonly entries: readonly Entry[];
}

/** `family` holds the earlier entries of the run and all its children, also of children that have ended. */
export function createBudgetTracker(
  family: readonly RunEntries[],
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

/** Drops an open call without a reservation: a crash came before it was answered with the cap, so it reserves again. */
function withoutUnpaid(ledger: Ledger, id: string): Ledger {
  const call = ledger.open.get(id);
  if (!call || call.reserved.tokens > 0 || call.reserved.costUsd > 0) return ledger;
  return { ...ledger, open: new Map([...ledger.open].filter(([other]) => other !== id)) };
}

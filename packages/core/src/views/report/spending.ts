/** Sums the cost since a time by workflow and provider; rehearsed costs are separate. */

import { addUsage, type CallCost, costFromParams, noUsage, roundUsd, type Usage } from '../../budget/usage.ts';
import type { Entry } from '../../journal/journal.ts';
import type { RunJournal } from '../../journal/run-tree.ts';
import { isRehearsal } from '../../providers/providers.ts';
import type { Unit } from '../unit.ts';

export interface Amount {
  /** Paid to a provider; without rehearsed costs. */
  readonly paidUsd: number;
  readonly rehearsedUsd: number;
  readonly tokens: Usage;
}

export interface Spending extends Amount {
  readonly byWorkflow: readonly ({ readonly workflow: string } & Amount)[];
  readonly byProvider: readonly ({ readonly provider: string } & Amount)[];
}

interface Payment extends CallCost {
  readonly workflow: string;
  readonly provider: string;
}

export function spendingOf(units: readonly Unit[], sinceMs: number): Spending {
  const payments = units.flatMap(({ family }) => {
    const [first] = family[0].entries;
    const workflow = first?.type === 'started' ? first.machine : '';
    return family.flatMap((journal) => paymentsIn(journal, sinceMs).map((payment) => ({ workflow, ...payment })));
  });
  return {
    ...sumOf(payments),
    byWorkflow: groupBy(payments, ({ workflow }) => workflow).map(([workflow, all]) => ({ workflow, ...sumOf(all) })),
    byProvider: groupBy(payments, ({ provider }) => provider).map(([provider, all]) => ({ provider, ...sumOf(all) })),
  };
}

/** Cost of the whole unit since its start. */
export function costOf(unit: Unit): Pick<Amount, 'paidUsd' | 'rehearsedUsd'> {
  const { paidUsd, rehearsedUsd } = spendingOf([unit], 0);
  return { paidUsd, rehearsedUsd };
}

/** An entry carries its cost, which belongs to the last provider started under its key. */
function paymentsIn({ entries }: RunJournal, sinceMs: number): readonly Omit<Payment, 'workflow'>[] {
  const providers = new Map<string, string>();
  const answered = new Set<string>();
  return entries.flatMap((entry) => {
    if (entry.type === 'noted' && entry.code === 'agent.started' && entry.key !== undefined)
      providers.set(entry.key, String(entry.params['provider'] ?? ''));
    const spent = spentBy(entry, answered);
    if (entry.type === 'answered') answered.add(entry.key);
    if (!spent || entry.atMs < sinceMs) return [];
    return [{ ...spent, provider: ('key' in entry && providers.get(entry.key ?? '')) || 'unknown' }];
  });
}

function spentBy(entry: Entry, answered: ReadonlySet<string>): CallCost | undefined {
  if (entry.type === 'failed') return entry.spent;
  if (entry.type === 'answered') return answered.has(entry.key) ? undefined : entry.spent; // a second answer is dropped
  return entry.type === 'noted' && entry.code === 'agent.spent' ? costFromParams(entry.params) : undefined;
}

const sumOf = (payments: readonly Payment[]): Amount =>
  payments.reduce<Amount>(
    ({ paidUsd, rehearsedUsd, tokens }, { provider, costUsd, usage }) => ({
      paidUsd: roundUsd(paidUsd + (isRehearsal(provider) ? 0 : costUsd)),
      rehearsedUsd: roundUsd(rehearsedUsd + (isRehearsal(provider) ? costUsd : 0)),
      tokens: addUsage(tokens, usage),
    }),
    { paidUsd: 0, rehearsedUsd: 0, tokens: noUsage },
  );

/** The most expensive group first. */
function groupBy(payments: readonly Payment[], by: (payment: Payment) => string) {
  const groups = new Map<string, Payment[]>();
  for (const payment of payments) {
    const group = groups.get(by(payment));
    if (group) group.push(payment);
    else groups.set(by(payment), [payment]);
  }
  const cost = (all: readonly Payment[]) => all.reduce((sum, { costUsd }) => sum + costUsd, 0);
  return [...groups].sort(([, a], [, b]) => cost(b) - cost(a));
}

/**
 * Adds up the cost and the open reservations of agent calls, as a fold over journals.
 *
 *   L1. A crash charges once: journal entries carry the cost, and a second answer is ignored.
 *   L2. The reservation of a call is open until the call is answered or its run ends, also between two tries.
 *   L3. The ledger knows which warnings were sent, so that none is sent twice.
 *
 * The journals of a run and its children share one ledger; `run` separates their keys.
 */
import type { AgentInput } from '../effects/agent.ts';
import type { Entry, EntryOf } from '../journal/journal.ts';
import { addCost, type CallCost, costFromParams, noCost, tokensOf } from './usage.ts';

export interface Reservation {
  readonly tokens: number;
  readonly costUsd: number;
}

export interface OpenCall {
  readonly role: string;
  readonly reserved: Reservation;
  readonly spent: CallCost;
}

export interface Ledger {
  readonly spent: CallCost;
  /** Number and cost of the answered calls of each role. */
  readonly roles: ReadonlyMap<string, { readonly calls: number; readonly spent: CallCost }>;
  readonly open: ReadonlyMap<string, OpenCall>;
  /** Warnings that were sent: code and limit. */
  readonly told: ReadonlySet<string>;
}

export const emptyLedger: Ledger = { spent: noCost, roles: new Map(), open: new Map(), told: new Set() };

type Rules = { readonly [Type in Entry['type']]?: (ledger: Ledger, entry: EntryOf<Type>, run: string) => Ledger };

export const charge = (ledger: Ledger, entry: Entry, run = ''): Ledger =>
  (rules[entry.type] as ((ledger: Ledger, entry: Entry, run: string) => Ledger) | undefined)?.(ledger, entry, run) ??
  ledger;

/** Id of a call in a ledger of several journals. */
export const callId = (run: string, key: string): string => `${run}:${key}`;

export const openCall = (ledger: Ledger, id: string, call: OpenCall): Ledger => ({
  ...ledger,
  open: new Map([...ledger.open, [id, call]]),
});

const rules: Rules = {
  asked(ledger, { key, effect, reserved = { tokens: 0, costUsd: 0 } }, run) {
    const id = callId(run, key);
    if (effect.kind !== 'agent' || ledger.open.has(id)) return ledger;
    return openCall(ledger, id, { role: (effect.input as AgentInput).role, reserved, spent: noCost });
  },
  failed: (ledger, { key, spent }, run) => addSpending(ledger, callId(run, key), spent),
  answered(ledger, { key, spent, outcome }, run) {
    const id = callId(run, key);
    return settleCall(addSpending(ledger, id, spent), id, outcome.ok);
  },
  noted(ledger, { code, key, params }, run) {
    if (code === 'agent.spent' && key !== undefined)
      return addSpending(ledger, callId(run, key), costFromParams(params));
    if (code !== 'budget.near') return ledger;
    return { ...ledger, told: new Set([...ledger.told, `${code} ${params['limit']}`]) };
  },
  ended: (ledger, _, run) => ({ ...ledger, open: without(ledger.open, (id) => id.startsWith(callId(run, ''))) }),
};

function addSpending(ledger: Ledger, id: string, spent: CallCost | undefined): Ledger {
  const call = ledger.open.get(id);
  if (!call || !spent) return ledger;
  const charged = { ...ledger, spent: addCost(ledger.spent, spent) };
  return openCall(charged, id, { ...call, spent: addCost(call.spent, spent) });
}

/** Ignores a call that failed without usage in the average: it does not predict the next one. */
function settleCall(ledger: Ledger, id: string, isOk: boolean): Ledger {
  const call = ledger.open.get(id);
  if (!call) return ledger;
  const open = without(ledger.open, (other) => other === id);
  if (!isOk && tokensOf(call.spent.usage) === 0) return { ...ledger, open };
  const before = ledger.roles.get(call.role) ?? { calls: 0, spent: noCost };
  const role = { calls: before.calls + 1, spent: addCost(before.spent, call.spent) };
  return { ...ledger, open, roles: new Map([...ledger.roles, [call.role, role]]) };
}

const without = <Value>(
  map: ReadonlyMap<string, Value>,
  isRemoved: (id: string) => boolean,
): ReadonlyMap<string, Value> => new Map([...map].filter(([id]) => !isRemoved(id)));

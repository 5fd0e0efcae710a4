/**
 * What the agent calls of a run have cost and what is still out, as a fold over its journal.
 *
 *   L1. A crash charges once: money rides on the entries, and a second answer is dropped.
 *   L2. What a call reserved is out until the call is answered or its run has ended, also while it waits for another try.
 *   L3. The ledger knows which warnings were given, so that none is given twice.
 *
 * The journals of a run and its children go into one ledger; `run` keeps their keys apart.
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
  /** What the answered calls of each role came to. */
  readonly roles: ReadonlyMap<string, { readonly calls: number; readonly spent: CallCost }>;
  readonly open: ReadonlyMap<string, OpenCall>;
  /** The warnings that were given: code and limit. */
  readonly told: ReadonlySet<string>;
}

export const emptyLedger: Ledger = { spent: noCost, roles: new Map(), open: new Map(), told: new Set() };

type Rules = { readonly [Type in Entry['type']]?: (ledger: Ledger, entry: EntryOf<Type>, run: string) => Ledger };

/** The ledger after one more entry. */
export const charge = (ledger: Ledger, entry: Entry, run = ''): Ledger =>
  (rules[entry.type] as ((ledger: Ledger, entry: Entry, run: string) => Ledger) | undefined)?.(ledger, entry, run) ??
  ledger;

/** How a call is named in a ledger of several journals. */
export const callId = (run: string, key: string): string => `${run}:${key}`;

export const withOpen = (ledger: Ledger, id: string, call: OpenCall): Ledger => ({
  ...ledger,
  open: new Map([...ledger.open, [id, call]]),
});

const rules: Rules = {
  asked(ledger, { key, effect, reserved = { tokens: 0, costUsd: 0 } }, run) {
    const id = callId(run, key);
    if (effect.kind !== 'agent' || ledger.open.has(id)) return ledger;
    return withOpen(ledger, id, { role: (effect.input as AgentInput).role, reserved, spent: noCost });
  },
  failed: (ledger, { key, spent }, run) => spending(ledger, callId(run, key), spent),
  answered(ledger, { key, spent, outcome }, run) {
    const id = callId(run, key);
    return settled(spending(ledger, id, spent), id, outcome.ok);
  },
  noted(ledger, { code, key, params }, run) {
    if (code === 'agent.spent' && key !== undefined) return spending(ledger, callId(run, key), costFromParams(params));
    if (code !== 'budget.near') return ledger;
    return { ...ledger, told: new Set([...ledger.told, `${code} ${params['limit']}`]) };
  },
  ended: (ledger, _, run) => ({ ...ledger, open: without(ledger.open, (id) => id.startsWith(callId(run, ''))) }),
};

function spending(ledger: Ledger, id: string, spent: CallCost | undefined): Ledger {
  const call = ledger.open.get(id);
  if (!call || !spent) return ledger;
  const charged = { ...ledger, spent: addCost(ledger.spent, spent) };
  return withOpen(charged, id, { ...call, spent: addCost(call.spent, spent) });
}

/** A call that failed before it used anything says nothing about what the next one will use. */
function settled(ledger: Ledger, id: string, isOk: boolean): Ledger {
  const call = ledger.open.get(id);
  if (!call) return ledger;
  const open = without(ledger.open, (other) => other === id);
  if (!isOk && tokensOf(call.spent.usage) === 0) return { ...ledger, open };
  const before = ledger.roles.get(call.role) ?? { calls: 0, spent: noCost };
  const role = { calls: before.calls + 1, spent: addCost(before.spent, call.spent) };
  return { ...ledger, open, roles: new Map([...ledger.roles, [call.role, role]]) };
}

const without = <Value>(map: ReadonlyMap<string, Value>, gone: (id: string) => boolean): ReadonlyMap<string, Value> =>
  new Map([...map].filter(([id]) => !gone(id)));

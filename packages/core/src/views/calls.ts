/** Lists every agent call of a run and its children, one per key, with each try at the provider. */

import { addCost, type CallCost, costFromParams, noCost } from '../budget/usage.ts';
import { type AgentInput, agentOutcome } from '../effects/agent.ts';
import type { Entry, EntryOf } from '../journal/journal.ts';
import type { RunJournal } from '../journal/run-tree.ts';
import type { AgentPersona } from '../role/agent-persona.ts';
import type { Mode } from '../role/role.ts';
import { roles } from '../workflows/loaded.ts';
import { mergeEntries } from './merge-entries.ts';
import { finishParts, mapInParts } from './parts.ts';

export interface Try extends CallCost {
  /** `ok` or a failure kind; `null` while it is in flight. */
  readonly outcome: string | null;
  readonly startedAtMs: number;
  readonly endedAtMs: number | null;
}

export interface AgentCall extends Try {
  readonly run: string;
  readonly key: string;
  readonly role: string;
  readonly item: string | null;
  readonly attempt: number;
  readonly mode: Mode;
  /** Absent if the role has no persona. */
  readonly subagentType?: AgentPersona;
  readonly provider: string | null;
  readonly model: string | null;
  /** Whether it continued an earlier session; `false` if that session was lost, absent if none was requested. */
  readonly resumed?: boolean;
  readonly error: {
    readonly kind: string;
    readonly detail: string;
    readonly status?: number;
    readonly retryAfterMs?: number;
  } | null;
  readonly tries: readonly Try[];
}

type AskedAgent = EntryOf<'asked'> & { readonly effect: { readonly kind: 'agent'; readonly input: AgentInput } };
const isAgent = (entry: Entry): entry is AskedAgent => entry.type === 'asked' && entry.effect.kind === 'agent';

/** All agent calls in the order of their requests. */
const agentRequests = (family: readonly RunJournal[]) =>
  mergeEntries(family).flatMap(({ run, entry }) => (isAgent(entry) ? [{ run, asked: entry }] : []));

/** 1-based: the nth call of this role for this item. A repeat by a remedy or after a crash keeps its key and number. */
export function attemptOf(family: readonly RunJournal[], run: string, key: string): number {
  return attemptsOf(agentRequests(family)).get(callId(run, key)) ?? 0;
}

/** The numbers of all calls, counted in one walk: counting per call would be quadratic. */
function attemptsOf(requests: ReturnType<typeof agentRequests>): ReadonlyMap<string, number> {
  const attempts = new Map<string, number>();
  const counts = new Map<string, number>();
  for (const { run, asked } of requests) {
    const { role, item } = asked.effect.input;
    const same = JSON.stringify([role, item]);
    const count = (counts.get(same) ?? 0) + 1;
    counts.set(same, count);
    if (!attempts.has(callId(run, asked.key))) attempts.set(callId(run, asked.key), count);
  }
  return attempts;
}

const callId = (run: string, key: string) => `${run} ${key}`;

/** The entries of each key of each run, in the order of its journal. */
function entriesByCall(family: readonly RunJournal[]): ReadonlyMap<string, readonly Entry[]> {
  const calls = new Map<string, Entry[]>();
  for (const { run, entries } of family)
    for (const entry of entries) {
      if (!('key' in entry) || entry.key === undefined) continue;
      const own = calls.get(callId(run, entry.key));
      if (own) own.push(entry);
      else calls.set(callId(run, entry.key), [entry]);
    }
  return calls;
}

/** How often each answer of a script was used in this run, including repeats and uses before a restart. */
export function countScriptAnswers(family: readonly RunJournal[]): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  for (const { entries } of family)
    for (const entry of entries) {
      if (entry.type !== 'noted' || entry.code !== 'agent.started') continue;
      const answer = String(entry.params['answer']);
      uses.set(answer, (uses.get(answer) ?? 0) + 1);
    }
  return uses;
}

export const listCalls = (family: readonly RunJournal[]): readonly AgentCall[] => finishParts(listCallsInParts(family));

/** In the order of their requests. */
export function* listCallsInParts(family: readonly RunJournal[]): Generator<void, readonly AgentCall[]> {
  const requests = agentRequests(family);
  yield;
  const attempts = attemptsOf(requests);
  yield;
  const entries = entriesByCall(family);
  yield;
  return yield* mapInParts(requests, ({ run, asked }) => {
    const id = callId(run, asked.key);
    return callOf(run, asked, attempts.get(id) ?? 0, entries.get(id) ?? []);
  });
}

function callOf(run: string, asked: AskedAgent, attempt: number, own: readonly Entry[]): AgentCall {
  const { role, item } = asked.effect.input;
  const persona = roles[role]?.persona;
  const started = own.findLast((entry) => entry.type === 'noted' && entry.code === 'agent.started');
  const params = started?.type === 'noted' ? started.params : {};
  const tries = triesOf(asked, own);
  const answered = own.find((entry): entry is EntryOf<'answered'> => entry.type === 'answered');
  return {
    run,
    key: asked.key,
    role,
    item,
    attempt,
    mode: roles[role]?.mode ?? 'exec',
    ...(persona === undefined ? {} : { subagentType: persona }),
    provider: textOrNull(params['provider']),
    model: textOrNull(params['model']),
    ...(params['resumed'] === undefined ? {} : { resumed: params['resumed'] === 'yes' }),
    outcome: answered ? outcomeOf(answered) : parkedOutcome(own),
    error: errorOf(own),
    ...tries.map(({ usage, costUsd }) => ({ usage, costUsd })).reduce(addCost, noCost),
    startedAtMs: asked.atMs,
    endedAtMs: answered?.atMs ?? null,
    tries,
  };
}

const outcomeOf = ({ outcome }: EntryOf<'answered'>) => (outcome.ok ? 'ok' : agentOutcome(outcome.failure.code));

/** A parked call is not in flight: its outcome is its last failure. */
function parkedOutcome(own: readonly Entry[]): string | null {
  const last = own.at(-1);
  return last?.type === 'failed' && last.parks ? agentOutcome(last.failure.code) : null;
}

const textOrNull = (value: string | number | undefined) => (value === undefined || value === '' ? null : String(value));

function errorOf(own: readonly Entry[]): AgentCall['error'] {
  const last = own.find((entry) => entry.type === 'answered') ?? own.findLast((entry) => entry.type === 'failed');
  const failure =
    last?.type === 'failed'
      ? last.failure
      : last?.type === 'answered' && !last.outcome.ok
        ? last.outcome.failure
        : null;
  if (failure === null) return null;
  const { retryAfterMs, status } = failure.params;
  return {
    kind: agentOutcome(failure.code),
    detail: String(failure.params['detail'] ?? failure.params['reason'] ?? ''),
    ...(status === undefined ? {} : { status: Number(status) }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs: Number(retryAfterMs) }),
  };
}

/** Splits the entries of a call into tries: each ends with a failure, an answer, or an interruption. */
function triesOf(asked: AskedAgent, own: readonly Entry[]): readonly Try[] {
  const tries: Try[] = [];
  let startedAtMs: number | null = asked.atMs;
  const end = (outcome: string, atMs: number, { usage, costUsd }: CallCost = noCost) => {
    tries.push({ outcome, usage, costUsd, startedAtMs: startedAtMs ?? atMs, endedAtMs: atMs });
    startedAtMs = null;
  };
  for (const entry of own) {
    if (entry.type === 'failed') end(agentOutcome(entry.failure.code), entry.atMs, entry.spent);
    else if (entry.type === 'answered') {
      const outcome = outcomeOf(entry);
      // Giving up answers with the failure of the last try: that is no further try.
      const isTry = startedAtMs !== null || entry.spent !== undefined || tries.at(-1)?.outcome !== outcome;
      if (isTry) end(outcome, entry.atMs, entry.spent);
      return tries; // a second answer is dropped
    } else if (entry.type === 'noted' && entry.code === 'agent.spent')
      end('aborted', entry.atMs, costFromParams(entry.params));
    else if (entry.type === 'noted' && entry.code === 'effect.interrupted' && startedAtMs !== null)
      end('aborted', entry.atMs);
    else if (entry.type === 'noted' && entry.code === 'agent.started') startedAtMs ??= entry.atMs;
  }
  const { usage, costUsd } = noCost;
  if (startedAtMs !== null) tries.push({ outcome: null, usage, costUsd, startedAtMs, endedAtMs: null });
  return tries;
}

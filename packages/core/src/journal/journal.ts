/**
 * Folds the append-only journal of a run; every view is computed from it.
 *
 *   J1. It starts with `started`, which has the first state: readers do not need the machine.
 *   J2. Every prefix of a journal is a journal: a batch that a crash cut off has not happened yet.
 *   J3. Entries carry the cost: reserved with `asked`, spent with `failed` or `answered`. A crash charges once.
 */

import { addCost, type CallCost, costFromParams, noCost, roundUsd } from '../budget/usage.ts';
import type { Params } from '../codes.ts';
import { isAct, isWait } from '../effects/kinds.ts';
import type { Failure, FailureCode, Outcome } from '../failure/failure.ts';
import type { Effect, State } from '../machine/machine.ts';
import { isRehearsal } from '../providers/providers.ts';
import type { Entry, EntryOf } from './entry.ts';
import { heardLanguage, languageSetting } from './language.ts';
import { ceilingNoticeOf } from './note.ts';

/** The last failure of an effect with a remedy. `times` counts the failures by code. */
export interface LastFailure {
  readonly failure: Failure;
  readonly atMs: number;
  readonly againAtMs: number;
  readonly times: ReadonlyMap<FailureCode, number>;
  readonly parks: boolean;
}

export interface ChildProcess {
  readonly pid: number;
  readonly startedAt: string;
}

/** The folded journal of a run. The engine keeps one per run and never folds twice. */
export interface FoldedJournal {
  length: number;
  machine: string;
  version: number;
  title: string;
  startedAtMs: number;
  settings: Params;
  /** The language of the person: of the newest note with an answer, or else of the settings; may be empty. */
  language: string;
  state: State;
  /** Keys that needs of a reopened state keep, by name. */
  readonly keptKeys: Map<string, string>;
  moves: number;
  movesSinceWait: number;
  stopping: EntryOf<'stopping'> | undefined;
  ended: EntryOf<'ended'> | undefined;
  spent: CallCost;
  /** Time of the last spending; `undefined` before the first. */
  spentAtMs: number | undefined;
  /** The last notice about the ceiling of the product; `undefined` before the first. */
  ceilingTold: { readonly code: 'budget.near' | 'budget.ceiling-reached'; readonly atMs: number } | undefined;
  /** The part of `spent` that comes from scripts and was not paid. */
  rehearsedUsd: number;
  /** Keys of calls that a script answers. */
  readonly rehearsed: Set<string>;
  readonly asked: Map<string, { readonly effect: Effect; readonly atMs: number }>;
  /** Keys that were asked since the last move. */
  readonly askedHere: Set<string>;
  readonly failed: Map<string, LastFailure>;
  /** Keys whose last failure parks the run, until it is resumed. */
  readonly parked: Set<string>;
  readonly answered: Map<string, Outcome<unknown>>;
  /** Keys in progress as far as the journal knows: neither answered nor waiting for the next try. */
  readonly inFlight: Set<string>;
  readonly processes: Map<string, ChildProcess[]>;
  /** Ids of used inbox messages. */
  readonly taken: Set<string>;
}

export const emptyFold = (): FoldedJournal => ({
  length: 0,
  machine: '',
  version: 0,
  title: '',
  startedAtMs: 0,
  settings: {},
  language: '',
  state: { at: '' },
  keptKeys: new Map(),
  moves: 0,
  movesSinceWait: 0,
  stopping: undefined,
  ended: undefined,
  spent: noCost,
  spentAtMs: undefined,
  ceilingTold: undefined,
  rehearsedUsd: 0,
  rehearsed: new Set(),
  asked: new Map(),
  askedHere: new Set(),
  failed: new Map(),
  parked: new Set(),
  answered: new Map(),
  inFlight: new Set(),
  processes: new Map(),
  taken: new Set(),
});

export type { Entry, EntryOf, NewEntry } from './entry.ts';

type Fold = { readonly [Type in Entry['type']]: (log: FoldedJournal, entry: EntryOf<Type>) => void };

/** One rule per entry type; a new type without a rule does not compile. */
const rules: Fold = {
  started(log, { machine, version, title, settings, state, atMs }) {
    Object.assign(log, { machine, version, title, settings, state, startedAtMs: atMs });
    log.language = languageSetting(settings);
  },
  asked(log, { key, effect, atMs }) {
    log.asked.set(key, { effect, atMs });
    log.askedHere.add(key);
    if (isAct(effect)) log.inFlight.add(key);
  },
  failed(log, { key, failure, atMs, againAtMs, parks, spent }) {
    const times = new Map(log.failed.get(key)?.times);
    times.set(failure.code, (times.get(failure.code) ?? 0) + 1);
    log.failed.set(key, { failure, atMs, againAtMs, parks, times });
    if (parks) log.parked.add(key);
    else log.parked.delete(key);
    log.inFlight.delete(key);
    if (spent) charge(log, key, spent, atMs);
  },
  answered(log, entry) {
    const { key, outcome, spent, by, atMs } = entry;
    if (log.answered.has(key)) return; // ignore a second answer
    log.language = heardLanguage(log.settings, entry) ?? log.language;
    log.answered.set(key, outcome);
    log.inFlight.delete(key);
    if (by !== undefined) log.taken.add(by);
    if (spent) charge(log, key, spent, atMs);
    const asked = log.asked.get(key);
    if (asked && isWait(asked.effect)) log.movesSinceWait = 0;
  },
  moved(log, { state }) {
    enterState(log, state);
    log.movesSinceWait++;
  },
  noted(log, { code, key, params, atMs }) {
    const starts = code === 'process.started' || code === 'agent.started';
    if (starts && key !== undefined && !log.answered.has(key)) log.inFlight.add(key);
    if (code === 'process.started' && key !== undefined) {
      const child = { pid: Number(params['pid']), startedAt: String(params['startedAt']) };
      const known = log.processes.get(key);
      if (known) known.push(child);
      else log.processes.set(key, [child]);
    }
    if (code === 'agent.started' && key !== undefined) setRehearsed(log, key, isRehearsal(params['provider']));
    if (code === 'agent.spent') charge(log, key, costFromParams(params), atMs);
    const notice = ceilingNoticeOf(code, params['limit']);
    if (notice) log.ceilingTold = { code: notice, atMs };
    // Resuming a parked run resets the retry count of its failures.
    if (code !== 'run.resumed') return;
    const { by: _, ...settings } = params; // the person who resumed it is no setting
    log.settings = { ...log.settings, ...settings };
    log.language = languageSetting(settings) || log.language;
    for (const at of log.parked) {
      const failed = log.failed.get(at) as LastFailure;
      log.failed.set(at, { ...failed, parks: false, againAtMs: 0, times: new Map() });
    }
    log.parked.clear();
  },
  upgraded(log, { state, version }) {
    log.state = state;
    log.version = version;
  },
  stopping(log, entry) {
    log.stopping = entry;
  },
  ended(log, entry) {
    log.ended = entry;
  },
  /** New needs get new keys. The wait for a resumed child keeps its key, so that the child is one of the running ones. */
  reopened(log, { state, keys, waits }) {
    enterState(log, state);
    log.ended = undefined;
    for (const [name, key] of Object.entries(keys)) {
      log.keptKeys.set(name, key);
      log.askedHere.add(key);
    }
    if (waits !== undefined) log.answered.delete(waits);
  },
};

function enterState(log: FoldedJournal, state: State): void {
  log.state = state;
  log.keptKeys.clear();
  log.askedHere.clear();
  log.moves++;
}

/** The key of a need in the current state. */
export const keyOfNeed = ({ keptKeys, moves }: FoldedJournal, name: string): string =>
  keptKeys.get(name) ?? `${moves}/${name}`;

/** True if the run has ended and was not reopened since. */
export const isEnded = (entries: readonly Entry[]): boolean =>
  entries.findLast(({ type }) => type === 'ended' || type === 'reopened')?.type === 'ended';

function setRehearsed({ rehearsed }: FoldedJournal, key: string, isFree: boolean): void {
  if (isFree) rehearsed.add(key);
  else rehearsed.delete(key); // an earlier try used a script, this one is paid
}

function charge(log: FoldedJournal, key: string | undefined, spent: CallCost, atMs: number): void {
  log.spentAtMs = atMs;
  log.spent = addCost(log.spent, spent);
  if (key !== undefined && log.rehearsed.has(key)) log.rehearsedUsd = roundUsd(log.rehearsedUsd + spent.costUsd);
}

/** Whether this version knows the entry type. */
export const isKnownEntryType = (type: string): type is Entry['type'] => Object.hasOwn(rules, type);

export function addEntry(log: FoldedJournal, entry: Entry): FoldedJournal {
  log.length++;
  (rules[entry.type] as (log: FoldedJournal, entry: Entry) => void)(log, entry);
  return log;
}

/** The failure that ended a run: the reason of its stop, or the one in its result. */
export const failureOfEnd = (
  stopping: Pick<EntryOf<'stopping'>, 'because'> | undefined,
  ended: Pick<EntryOf<'ended'>, 'result'> | undefined,
): Failure | null => stopping?.because ?? (ended?.result as { because?: Failure } | null | undefined)?.because ?? null;

export const foldJournal = (entries: readonly Entry[]): FoldedJournal => entries.reduce(addEntry, emptyFold());

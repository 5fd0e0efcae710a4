/**
 * Divides the time of a run into work, waiting for a person, and downtime. Each interval between two entries is one of
 * the three, so they add up to the whole.
 *
 *   H1. Work is an interval with an effect in progress or a wait for the clock. Silence is measured in it.
 *   H2. An interval that ends with a resume is downtime, because no process owned the run. If only a person was asked,
 *       it is the person's time.
 */

import { waitParts } from '../../effects/first.ts';
import { isAct } from '../../effects/kinds.ts';
import type { Entry } from '../../journal/journal.ts';
import type { RunJournal } from '../../journal/run-tree.ts';
import type { Effect } from '../../machine/machine.ts';
import { aboutOf } from '../timeline.ts';

export interface Silence {
  readonly fromMs: number;
  readonly ms: number;
  /** The effects or waits in progress, in a word or two each. */
  readonly during: readonly string[];
}

export interface TimeSpent {
  readonly wholeMs: number;
  readonly workedMs: number;
  readonly waitedMs: number;
  readonly downMs: number;
  /** The longest interval of work without an entry; `null` if there was none. */
  readonly silence: Silence | null;
  /** The longest time of work between two touches by people. */
  readonly unattendedMs: number;
}

interface Interval extends Silence {
  readonly is: 'work' | 'person' | 'down';
}

/** The current time of a run that has not ended: its last interval is still open. */
export interface CurrentTime {
  readonly atMs: number;
  readonly isOwned: boolean;
}

export function timeSpent(
  family: readonly RunJournal[],
  touchedAtMs: readonly number[],
  now: CurrentTime | null,
): TimeSpent {
  const intervals = intervalsOf(family, now);
  const sum = (is: Interval['is']) => intervals.reduce((all, one) => all + (one.is === is ? one.ms : 0), 0);
  const work = intervals.filter(({ is }) => is === 'work');
  const longest = work.reduce<Interval | null>((most, one) => (one.ms > (most?.ms ?? 0) ? one : most), null);
  return {
    wholeMs: intervals.reduce((all, { ms }) => all + ms, 0),
    workedMs: sum('work'),
    waitedMs: sum('person'),
    downMs: sum('down'),
    silence: longest && { fromMs: longest.fromMs, ms: longest.ms, during: longest.during },
    unattendedMs: longestUnattendedMs(work, touchedAtMs),
  };
}

function longestUnattendedMs(work: readonly Interval[], touchedAtMs: readonly number[]): number {
  const ordered = [...touchedAtMs].sort((a, b) => a - b);
  let touches = 0;
  let sinceMs = 0;
  let longestMs = 0;
  for (const { fromMs, ms } of work) {
    const before = touches;
    while ((ordered[touches] ?? Number.POSITIVE_INFINITY) <= fromMs) touches++;
    sinceMs = touches === before ? sinceMs + ms : ms;
    longestMs = Math.max(longestMs, sinceMs);
  }
  return longestMs;
}

type PlacedEntry = { readonly run: string; readonly entry: Entry };

function intervalsOf(family: readonly RunJournal[], now: CurrentTime | null): readonly Interval[] {
  const all = family
    .flatMap(({ run, entries }) => entries.map((entry): PlacedEntry => ({ run, entry })))
    .sort((a, b) => a.entry.atMs - b.entry.atMs);
  const open = new Map<string, Map<string, string>>(); // what each run waits for, by key, in a word or two
  return all.map(({ run, entry }, n): Interval => {
    const own = openAfter(open.get(run) ?? new Map(), entry);
    if (own.size > 0) open.set(run, own);
    else open.delete(run); // a thousand ended runs must not be visited for every entry
    const next = all[n + 1];
    const untilMs = next?.entry.atMs ?? now?.atMs ?? entry.atMs;
    const during = [...open.values()].flatMap((own) => [...own.values()]);
    const busy = during.filter((what) => what !== person);
    const isDown = next ? isFirstOfOwner(next.entry) : now?.isOwned === false;
    const isAsking = during.length > 0 && busy.length === 0;
    // A person may answer while no process owns the run, so that time is the person's.
    const is = isAsking ? 'person' : isDown ? 'down' : 'work';
    return { is, fromMs: entry.atMs, ms: Math.max(0, untilMs - entry.atMs), during: busy };
  });
}

/** Entries that a new owner writes first. */
const isFirstOfOwner = (entry: Entry) =>
  entry.type === 'noted' &&
  (entry.code === 'run.resumed' || entry.code === 'run.repaired' || entry.code === 'effect.interrupted');

const person = 'person';

function openAfter(open: Map<string, string>, entry: Entry): Map<string, string> {
  switch (entry.type) {
    case 'asked':
      return withOpen(open, entry.key, describeEffect(entry.key, entry.effect));
    case 'failed':
      return entry.parks ? withOpen(open, entry.key, null) : open.set(entry.key, entry.failure.code);
    case 'answered':
      return withOpen(open, entry.key, null);
    case 'moved':
    case 'ended':
    case 'reopened':
      return new Map();
    case 'started':
    case 'noted':
    case 'upgraded':
    case 'stopping':
      return open;
  }
}

function withOpen(open: Map<string, string>, key: string, what: string | null): Map<string, string> {
  if (what === null) open.delete(key);
  else open.set(key, what);
  return open;
}

/** `null` for children: their own journals show their time. */
function describeEffect(key: string, effect: Effect): string | null {
  if (isAct(effect)) return `${effect.kind} ${Object.values(aboutOf(effect)).filter(Boolean).join(' ')}`.trim();
  const kinds = waitParts(key, effect).map((part) => part.effect.kind);
  if (kinds.includes('question') || kinds.includes('signal')) return person;
  return kinds.includes('sleep') ? 'sleep' : null;
}

/**
 * How a run spent its time: at work, waiting for a person, or down. Each stretch between two entries is one of the three, so they
 * add up to the whole.
 *
 *   H1. At work is what something was being done in, or waited for the clock: there a silence is measured.
 *   H2. A stretch that ends with a resume was down, whatever was begun before it: nobody was there. But while only a person was
 *       asked, it was theirs.
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
  /** What was being done or waited for, in a word or two each. */
  readonly during: readonly string[];
}

export interface TimeSpent {
  readonly wholeMs: number;
  readonly workedMs: number;
  readonly waitedMs: number;
  readonly downMs: number;
  /** The longest stretch at work without an entry; null where there was none. */
  readonly silence: Silence | null;
  /** The longest time at work between two touches by people. */
  readonly unattendedMs: number;
}

interface Stretch extends Silence {
  readonly is: 'work' | 'person' | 'down';
}

/** How it stands now, for a run that has not ended: the last stretch goes on. */
export interface CurrentStretch {
  readonly atMs: number;
  readonly isOwned: boolean;
}

export function timeSpent(
  family: readonly RunJournal[],
  touchedAtMs: readonly number[],
  now: CurrentStretch | null,
): TimeSpent {
  const stretches = stretchesIn(family, now);
  const sum = (is: Stretch['is']) => stretches.reduce((all, one) => all + (one.is === is ? one.ms : 0), 0);
  const work = stretches.filter(({ is }) => is === 'work');
  const longest = work.reduce<Stretch | null>((most, one) => (one.ms > (most?.ms ?? 0) ? one : most), null);
  return {
    wholeMs: stretches.reduce((all, { ms }) => all + ms, 0),
    workedMs: sum('work'),
    waitedMs: sum('person'),
    downMs: sum('down'),
    silence: longest && { fromMs: longest.fromMs, ms: longest.ms, during: longest.during },
    unattendedMs: unattended(work, touchedAtMs),
  };
}

function unattended(work: readonly Stretch[], touchedAtMs: readonly number[]): number {
  const between = new Map<number, number>();
  for (const { fromMs, ms } of work) {
    const touches = touchedAtMs.filter((atMs) => atMs <= fromMs).length;
    between.set(touches, (between.get(touches) ?? 0) + ms);
  }
  return Math.max(0, ...between.values());
}

type Placed = { readonly run: string; readonly entry: Entry };

function stretchesIn(family: readonly RunJournal[], now: CurrentStretch | null): readonly Stretch[] {
  const all = family
    .flatMap(({ run, entries }) => entries.map((entry): Placed => ({ run, entry })))
    .sort((a, b) => a.entry.atMs - b.entry.atMs);
  const open = new Map<string, Map<string, string>>(); // what each run waits for: by key, in a word or two
  return all.map(({ run, entry }, n): Stretch => {
    open.set(run, openAfter(open.get(run) ?? new Map(), entry));
    const next = all[n + 1];
    const untilMs = next?.entry.atMs ?? now?.atMs ?? entry.atMs;
    const during = [...open.values()].flatMap((own) => [...own.values()]);
    const busy = during.filter((what) => what !== person);
    const isDown = next ? isBeginning(next.entry) : now?.isOwned === false;
    const isAsking = during.length > 0 && busy.length === 0;
    // Whoever is asked may answer while nobody is there: that time is theirs.
    const is = isAsking ? 'person' : isDown ? 'down' : 'work';
    return { is, fromMs: entry.atMs, ms: Math.max(0, untilMs - entry.atMs), during: busy };
  });
}

/** What the next owner writes first. */
const isBeginning = (entry: Entry) =>
  entry.type === 'noted' &&
  (entry.code === 'run.resumed' || entry.code === 'run.repaired' || entry.code === 'effect.interrupted');

const person = 'person';

function openAfter(open: Map<string, string>, entry: Entry): Map<string, string> {
  switch (entry.type) {
    case 'asked':
      return withOpen(open, entry.key, waitedFor(entry.key, entry.effect));
    case 'failed':
      return entry.parks ? withOpen(open, entry.key, null) : open.set(entry.key, entry.failure.code);
    case 'answered':
      return withOpen(open, entry.key, null);
    case 'moved':
    case 'ended':
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

/** A child speaks for itself. */
function waitedFor(key: string, effect: Effect): string | null {
  if (isAct(effect)) return `${effect.kind} ${Object.values(aboutOf(effect)).filter(Boolean).join(' ')}`.trim();
  const kinds = waitParts(key, effect).map((part) => part.effect.kind);
  if (kinds.includes('question') || kinds.includes('signal')) return person;
  return kinds.includes('sleep') ? 'sleep' : null;
}

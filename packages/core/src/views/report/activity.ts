/** Counts the activity since a time: runs, calls, checks, waits, answers and resumes. */

import type { AgentInput } from '../../effects/agent.ts';
import { type CheckReport, isVerdict } from '../../effects/check.ts';
import type { FailureCode } from '../../failure/failure.ts';
import type { Entry, EntryOf } from '../../journal/journal.ts';
import type { RunJournal } from '../../journal/run-tree.ts';
import { rateLimits } from '../../plans/rate-limit-retries.ts';
import { roles } from '../../workflows/loaded.ts';
import { askedQuestions } from '../questions.ts';
import type { Unit } from '../unit.ts';

export interface Activity {
  readonly runs: number;
  readonly calls: number;
  /** Tries that failed or were interrupted, and were repeated. */
  readonly repeats: number;
  /** Answers that met no contract. */
  readonly unreadable: number;
  readonly passes: number;
  readonly checks: { readonly green: number; readonly red: number };
  readonly rateLimits: { readonly times: number; readonly waitedMs: number };
  readonly answers: { readonly people: number; readonly script: number };
  readonly resumes: number;
}

export function activitySince(units: readonly Unit[], sinceMs: number, nowMs: number): Activity {
  const journals = units.flatMap(({ family }) => family);
  const recent = journals.map(({ entries }) => entries.filter(({ atMs }) => atMs >= sinceMs));
  const all = recent.flat();
  const count = (is: (entry: Entry) => boolean) => all.filter(is).length;
  const checks = journals.flatMap((journal) => checkColours(journal, sinceMs));
  return {
    runs: units.filter(({ family }) => family.some(({ entries }) => (entries.at(-1)?.atMs ?? 0) >= sinceMs)).length,
    calls: count((entry) => roleOf(entry) !== undefined),
    repeats: count((entry) => (entry.type === 'failed' && !entry.parks) || isNote(entry, 'effect.interrupted')),
    unreadable: count((entry) => failureIn(entry) === 'agent.schema'),
    passes: count((entry) => roles[roleOf(entry) ?? '']?.fills === 'implementer'),
    checks: { green: checks.filter((green) => green).length, red: checks.filter((green) => !green).length },
    rateLimits: {
      times: count((entry) => entry.type === 'failed' && rateLimits.includes(entry.failure.code)),
      waitedMs: recent.reduce((sum, entries) => sum + rateLimitWaitMs(entries, nowMs), 0),
    },
    answers: countAnswers(journals, sinceMs),
    resumes: count((entry) => isNote(entry, 'run.resumed')),
  };
}

const isNote = (entry: Entry, code: EntryOf<'noted'>['code']) => entry.type === 'noted' && entry.code === code;

const roleOf = (entry: Entry): string | undefined =>
  entry.type === 'asked' && entry.effect.kind === 'agent' ? (entry.effect.input as AgentInput).role : undefined;

function failureIn(entry: Entry): FailureCode | undefined {
  if (entry.type === 'failed') return entry.failure.code;
  return entry.type === 'answered' && !entry.outcome.ok ? entry.outcome.failure.code : undefined;
}

/** The colour of each finished check of the product. */
function checkColours({ entries }: RunJournal, sinceMs: number): readonly boolean[] {
  const asked = new Set(
    entries.flatMap((entry) => (entry.type === 'asked' && isVerdict(entry.effect) ? [entry.key] : [])),
  );
  return entries.flatMap((entry) => {
    if (entry.type !== 'answered' || entry.atMs < sinceMs || !asked.delete(entry.key)) return [];
    return [entry.outcome.ok && (entry.outcome.value as CheckReport).green];
  });
}

/** From each rate limit to its retry, or to its retry time if there was none yet. */
function rateLimitWaitMs(entries: readonly Entry[], nowMs: number): number {
  const nextAtMs = new Map<string, number>(); // by key, from the end: the entry that follows
  return entries.reduceRight((sum, entry) => {
    if (!('key' in entry) || entry.key === undefined) return sum;
    const againAtMs = nextAtMs.get(entry.key);
    nextAtMs.set(entry.key, entry.atMs);
    if (entry.type !== 'failed' || !rateLimits.includes(entry.failure.code)) return sum;
    return sum + Math.max(0, (againAtMs ?? Math.min(nowMs, entry.againAtMs)) - entry.atMs);
  }, 0);
}

function countAnswers(journals: readonly RunJournal[], sinceMs: number): Activity['answers'] {
  const answered = journals.flatMap(askedQuestions).filter(({ answeredAtMs = -1 }) => answeredAtMs >= sinceMs);
  const script = answered.filter(({ answer }) => answer?.channel === 'script').length;
  return { people: answered.length - script, script };
}

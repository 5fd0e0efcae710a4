/**
 * Counts the tokens that all runs of a repository used in the last seven days, and reports a crossed ceiling (D-56, D-57,
 * DO-20).
 *
 *   CE1. It only reports and never stops a run.
 *   CE2. The run that crosses the ceiling reports it once; it is reported again only after the usage was below it.
 */
import type { Entry } from '../journal/journal.ts';
import { ceilingNoticeOf } from '../journal/note.ts';
import type { Summary } from '../views/summary.ts';
import type { BudgetNotice, Tally } from './tally.ts';
import { tokensOf } from './usage.ts';

const windowMs = 7 * 24 * 3_600_000;

/** In ascending order. */
const levels = ['below', 'budget.near', 'budget.ceiling-reached'] as const;
type Level = (typeof levels)[number];

export interface Ceiling {
  readonly ceilingTokens: number;
  /** Share of the ceiling that triggers a warning, from 0 to 1. */
  readonly warnAt: number;
}

interface Spending {
  readonly atMs: number;
  readonly tokens: number;
}

type UsageEvent = Spending | { readonly atMs: number; readonly reported: Level };

interface UsageState {
  readonly spendings: readonly Spending[];
  readonly reported: Level;
}

/** Counts each run of the repository as a whole, at the time of its last spending. */
function usageEvents(summaries: readonly Summary[]): readonly UsageEvent[] {
  const all = summaries.flatMap(({ spent, spentAtMs, startedAtMs, ended, ceilingTold }): readonly UsageEvent[] => [
    { atMs: spentAtMs ?? ended?.atMs ?? startedAtMs, tokens: tokensOf(spent.usage) },
    ...(ceilingTold ? [{ atMs: ceilingTold.atMs, reported: ceilingTold.code }] : []),
  ]);
  return all.toSorted((a, b) => a.atMs - b.atMs);
}

/** `others` are the summaries of all other runs of the repository. */
export function ceilingTally(ceiling: Ceiling, others: readonly Summary[]): Tally<UsageState> {
  const after = (state: UsageState, event: UsageEvent): UsageState =>
    'reported' in event ? { ...state, reported: event.reported } : addSpending(state, event, ceiling);
  return {
    start: usageEvents(others).reduce(after, { spendings: [], reported: 'below' }),
    see: (state, { entry, tokens }) => eventsIn(entry, tokens).reduce(after, state),
    news({ spendings, reported }): readonly BudgetNotice[] {
      const spent = sum(spendings);
      const level = levelOf(spent, ceiling);
      if (level === 'below' || levels.indexOf(level) <= levels.indexOf(reported)) return [];
      return [{ code: level, params: { limit: 'ceilingTokens', spent, of: ceiling.ceilingTokens } }];
    },
  };
}

function eventsIn(entry: Entry, tokens: number): readonly UsageEvent[] {
  const { atMs } = entry;
  const reported = entry.type === 'noted' ? ceilingNoticeOf(entry.code, entry.params['limit']) : null;
  return [...(tokens > 0 ? [{ atMs, tokens }] : []), ...(reported ? [{ atMs, reported }] : [])];
}

/** Drops spendings that left the window first, because the usage is lowest at that moment. */
function addSpending({ spendings, reported }: UsageState, latest: Spending, ceiling: Ceiling): UsageState {
  const recent = spendings.filter(({ atMs }) => atMs > latest.atMs - windowMs);
  const before = levelOf(sum(recent), ceiling);
  const stillReported = levels[Math.min(levels.indexOf(reported), levels.indexOf(before))] ?? 'below';
  return { spendings: [...recent, latest], reported: recent.length === spendings.length ? reported : stillReported };
}

function levelOf(spent: number, { ceilingTokens, warnAt }: Ceiling): Level {
  if (spent >= ceilingTokens) return 'budget.ceiling-reached';
  return spent >= ceilingTokens * warnAt ? 'budget.near' : 'below';
}

const sum = (spendings: readonly Spending[]) => spendings.reduce((all, { tokens }) => all + tokens, 0);

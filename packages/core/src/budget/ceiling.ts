/**
 * The ceiling of a product: what all runs of its repository used in the last seven days (D-56, D-57, DO-20).
 *
 *   CE1. It only reports: nothing is stopped by it.
 *   CE2. It is said once a crossing, by whichever run crosses it; again only after what was used has been below it.
 */
import type { Entry } from '../journal/journal.ts';
import { saidOfCeiling } from '../journal/note.ts';
import type { Summary } from '../views/summary.ts';
import type { BudgetNotice, Tally } from './tally.ts';
import { tokensOf } from './usage.ts';

const windowMs = 7 * 24 * 3_600_000;

/** In the order in which it is told; a later one says more. */
const levels = ['below', 'budget.near', 'budget.ceiling-reached'] as const;
type Level = (typeof levels)[number];

export interface Ceiling {
  readonly ceilingTokens: number;
  /** The share of it at which a warning is given. */
  readonly warnAt: number;
}

/** What was used, and what was said of it. */
type Happening = { readonly atMs: number; readonly tokens: number } | { readonly atMs: number; readonly told: Level };

interface Used {
  readonly spendings: readonly { readonly atMs: number; readonly tokens: number }[];
  readonly told: Level;
}

/** What the runs of a repository used lately, as far as their summaries know: a run counts as a whole, when it last spent. */
function usageWithin(summaries: readonly Summary[]): readonly Happening[] {
  const all = summaries.flatMap(({ spent, spentAtMs, startedAtMs, ended, ceilingTold }): readonly Happening[] => [
    { atMs: spentAtMs ?? ended?.atMs ?? startedAtMs, tokens: tokensOf(spent.usage) },
    ...(ceilingTold ? [{ atMs: ceilingTold.atMs, told: ceilingTold.code }] : []),
  ]);
  return all.toSorted((a, b) => a.atMs - b.atMs);
}

/** `others` is what every other run of the repository used. */
export function ceilingTally(ceiling: Ceiling, others: readonly Summary[]): Tally<Used> {
  const after = (used: Used, happening: Happening): Used =>
    'told' in happening ? { ...used, told: happening.told } : spending(used, happening, ceiling);
  return {
    start: usageWithin(others).reduce(after, { spendings: [], told: 'below' }),
    see: (used, { entry, tokens }) => happeningsIn(entry, tokens).reduce(after, used),
    news({ spendings, told }): readonly BudgetNotice[] {
      const spent = sum(spendings);
      const level = levelOf(spent, ceiling);
      if (level === 'below' || levels.indexOf(level) <= levels.indexOf(told)) return [];
      return [{ code: level, params: { limit: 'ceilingTokens', spent, of: ceiling.ceilingTokens } }];
    },
  };
}

function happeningsIn(entry: Entry, tokens: number): readonly Happening[] {
  const { atMs } = entry;
  const told = entry.type === 'noted' ? saidOfCeiling(entry.code, entry.params['limit']) : null;
  return [...(tokens > 0 ? [{ atMs, tokens }] : []), ...(told ? [{ atMs, told }] : [])];
}

/** What fell out of the window since the last one is taken off first: that is when it was lowest. */
function spending(
  { spendings, told }: Used,
  one: { readonly atMs: number; readonly tokens: number },
  ceiling: Ceiling,
): Used {
  const recent = spendings.filter(({ atMs }) => atMs > one.atMs - windowMs);
  const before = levelOf(sum(recent), ceiling);
  const stillTold = levels[Math.min(levels.indexOf(told), levels.indexOf(before))] ?? 'below';
  return { spendings: [...recent, one], told: recent.length === spendings.length ? told : stillTold };
}

function levelOf(spent: number, { ceilingTokens, warnAt }: Ceiling): Level {
  if (spent >= ceilingTokens) return 'budget.ceiling-reached';
  return spent >= ceilingTokens * warnAt ? 'budget.near' : 'below';
}

const sum = (spendings: Used['spendings']) => spendings.reduce((all, { tokens }) => all + tokens, 0);

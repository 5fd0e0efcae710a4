/**
 * What the journals know of the commits of one plan: which checks were green on one, who reviewed it and found what, how it
 * ran end to end. Of two that speak of the same commit the newer counts.
 */

import { type Finding, isBlocking } from '../../answer-contracts/findings.ts';
import type { EntryOf } from '../../journal/journal.ts';
import type { RunJournal } from '../../journal/run-tree.ts';
import type { ConvergeJob, ConvergeResult } from '../converge/job.ts';
import { converge } from '../converge/machine.ts';
import type { PhaseJob, PhaseResult } from '../phase/job.ts';
import { phase } from '../phase/machine.ts';

interface At {
  readonly commit: string;
  readonly atMs: number;
}
type Checked = At & { readonly is: 'checked'; readonly checks: readonly string[] };
/** `seen` is a review of the running product. */
type Judged = At & { readonly is: 'reviewed' | 'seen' | 'run'; readonly findings: readonly Finding[] };
/** An end-to-end run that passed tells where it left its evidence. */
type Run = Judged & { readonly is: 'run'; readonly keptIn: string | null };
export type PlanFact = Checked | (Judged & { readonly is: 'reviewed' }) | (Judged & { readonly is: 'seen' }) | Run;

/** What is known of one commit, newest only. */
export interface CommitFacts {
  readonly checks: readonly string[];
  /** Null when nobody reviewed it. */
  readonly review: readonly Finding[] | null;
  readonly e2e: { readonly findings: readonly Finding[]; readonly keptIn: string | null } | null;
  /** What is wrong with it and blocks, by the newest word of each who judged it; empty when they found nothing. */
  readonly toFix: readonly Finding[];
}

export function commitFacts(facts: readonly PlanFact[], commit: string): CommitFacts {
  const own = facts.filter((fact) => fact.commit === commit).sort((one, other) => one.atMs - other.atMs);
  const newest = <Is extends PlanFact['is']>(is: Is) =>
    own.findLast((fact): fact is Extract<PlanFact, { is: Is }> => fact.is === is);
  const [checked, review, seen, run] = [newest('checked'), newest('reviewed'), newest('seen'), newest('run')];
  return {
    checks: checked?.checks ?? [],
    review: review?.findings ?? null,
    e2e: run ?? null,
    toFix: [review, seen, run].flatMap((judged) => judged?.findings ?? []).filter(isBlocking),
  };
}

/** Everything that these journals tell of a plan, by its four digits. */
export const planFacts = (journals: readonly RunJournal[], plan: string): readonly PlanFact[] =>
  journals.flatMap(({ entries }) => {
    const [first] = entries;
    const ended = entries.findLast((entry) => entry.type === 'ended');
    if (first?.type !== 'started' || ended === undefined || ended.result === null) return [];
    if (first.machine === converge.id) return ofLoop(first.input as ConvergeJob, ended, plan);
    return first.machine === phase.id ? ofPhase(first.input as PhaseJob, ended, plan) : [];
  });

/** What a loop committed passed its checks, and whoever else was asked to judge. */
function ofLoop({ item, checks, roles, e2e }: ConvergeJob, { result, atMs }: EntryOf<'ended'>, plan: string) {
  const over = result as ConvergeResult;
  if (item !== plan || over.at !== 'converged' || over.commit === null) return [];
  const at = { commit: over.commit, atMs };
  const facts: PlanFact[] = [{ ...at, is: 'checked', checks }];
  if (roles.review.length > 0) facts.push({ ...at, is: 'reviewed', findings: over.followUps });
  if (e2e) facts.push({ ...at, is: 'run', findings: [], keptIn: e2e.keepIn });
  return facts;
}

function ofPhase(
  { phase: name, plan: { id } }: PhaseJob,
  { result, atMs }: EntryOf<'ended'>,
  plan: string,
): readonly PlanFact[] {
  const over = result as PhaseResult;
  if (id !== plan) return [];
  switch (over.at) {
    case 'reviewed':
    case 'blocked':
      return [{ is: name === 'review-ui' ? 'seen' : 'reviewed', commit: over.head, atMs, findings: over.findings }];
    case 'verified':
      return [{ is: 'run', commit: over.head, atMs, findings: [], keptIn: over.keptIn }];
    case 'broken':
      return [{ is: 'run', commit: over.head, atMs, findings: over.findings, keptIn: null }];
    case 'built': // the loop that committed it tells more
    case 'prepared':
    case 'ready':
    case 'spent':
    case 'stopped':
    case 'failed':
      return [];
  }
}

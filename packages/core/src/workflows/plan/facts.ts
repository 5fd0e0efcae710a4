/** Collects facts about the commits of a plan from its journals. The newest fact of each kind counts. */

import type { Finding } from '../../answer-contracts/finding.ts';
import { isBlocking } from '../../answer-contracts/findings.ts';
import type { EntryOf } from '../../journal/journal.ts';
import type { RunJournal } from '../../journal/run-tree.ts';
import type { ConvergeJob, ConvergeResult, ProofDecisions } from '../converge/job.ts';
import { converge } from '../converge/machine.ts';
import type { PhaseJob, PhaseResult } from '../phase/job.ts';
import { phase } from '../phase/machine.ts';
import { decisionsOf } from './child-jobs.ts';

interface At {
  readonly commit: string;
  readonly atMs: number;
}
type Checked = At & ProofDecisions & { readonly is: 'checked'; readonly checks: readonly string[] };
/** `seen` is a review of the running product. */
type Judged = At & { readonly is: 'reviewed' | 'seen' | 'run'; readonly findings: readonly Finding[] };
/** `keptIn` is the folder of the evidence; `null` if the end-to-end run failed. */
type Run = Judged & { readonly is: 'run'; readonly keptIn: string | null };
export type PlanFact = Checked | (Judged & { readonly is: 'reviewed' }) | (Judged & { readonly is: 'seen' }) | Run;

export interface CommitFacts extends ProofDecisions {
  readonly checks: readonly string[];
  /** `null` if it was not reviewed. */
  readonly review: readonly Finding[] | null;
  readonly e2e: { readonly findings: readonly Finding[]; readonly keptIn: string | null } | null;
  /** Blocking findings of the newest judgement of each kind. */
  readonly toFix: readonly Finding[];
}

export function commitFacts(facts: readonly PlanFact[], commit: string): CommitFacts {
  const ofCommit = facts.filter((fact) => fact.commit === commit).sort((one, other) => one.atMs - other.atMs);
  const newest = <Is extends PlanFact['is']>(is: Is) =>
    ofCommit.findLast((fact): fact is Extract<PlanFact, { is: Is }> => fact.is === is);
  const [checked, review, seen, run] = [newest('checked'), newest('reviewed'), newest('seen'), newest('run')];
  return {
    checks: checked?.checks ?? [],
    ...decisionsOf(checked ?? {}),
    review: review?.findings ?? null,
    e2e: run ?? null,
    toFix: [review, seen, run].flatMap((judged) => judged?.findings ?? []).filter(isBlocking),
  };
}

/** `plan` is the four-digit id. */
export const planFacts = (journals: readonly RunJournal[], plan: string): readonly PlanFact[] =>
  journals.flatMap(({ entries }) => {
    const [first] = entries;
    const ended = entries.findLast((entry) => entry.type === 'ended');
    if (first?.type !== 'started' || ended === undefined || ended.result === null) return [];
    if (first.machine === converge.id) return factsOfConverge(first.input as ConvergeJob, ended, plan);
    return first.machine === phase.id ? factsOfPhase(first.input as PhaseJob, ended, plan) : [];
  });

/** A converged commit passed its checks and every configured judgement. */
function factsOfConverge({ item, checks, roles, e2e }: ConvergeJob, { result, atMs }: EntryOf<'ended'>, plan: string) {
  const ended = result as ConvergeResult;
  if (item !== plan || ended.at !== 'converged' || ended.commit === null) return [];
  const at = { commit: ended.commit, atMs };
  const facts: PlanFact[] = [{ ...at, is: 'checked', checks, ...decisionsOf(ended) }];
  if (roles.review.length > 0) facts.push({ ...at, is: 'reviewed', findings: ended.followUps });
  if (e2e) facts.push({ ...at, is: 'run', findings: [], keptIn: e2e.keepIn });
  return facts;
}

function factsOfPhase(
  { phase: name, plan: { id } }: PhaseJob,
  { result, atMs }: EntryOf<'ended'>,
  plan: string,
): readonly PlanFact[] {
  const ended = result as PhaseResult;
  if (id !== plan) return [];
  switch (ended.at) {
    case 'reviewed':
    case 'blocked':
      return [{ is: name === 'review-ui' ? 'seen' : 'reviewed', commit: ended.head, atMs, findings: ended.findings }];
    case 'verified':
      return [{ is: 'run', commit: ended.head, atMs, findings: [], keptIn: ended.keptIn }];
    case 'broken':
      return [{ is: 'run', commit: ended.head, atMs, findings: ended.findings, keptIn: null }];
    case 'built': // the journal of its converge run has the facts
    case 'prepared':
    case 'ready':
    case 'spent':
    case 'stopped':
    case 'failed':
      return [];
  }
}

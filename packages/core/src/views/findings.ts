/** Lists the findings of reviewers with their status: open, fixed (missing in a later review) or follow-up. */

import type { Finding } from '../answer-contracts/finding.ts';
import { distinctFindings, findingKey, isBlocking } from '../answer-contracts/findings.ts';
import type { AgentInput } from '../effects/agent.ts';
import { type FoldedJournal, foldJournal } from '../journal/journal.ts';
import type { RunJournal } from '../journal/run-tree.ts';
import { roles } from '../workflows/loaded.ts';

export interface FindingRow extends Finding {
  readonly status: 'open' | 'fixed' | 'follow-up';
}

export function listFindings(family: readonly RunJournal[]): readonly FindingRow[] {
  const rows = sequencesOf(family).flatMap(findingsIn);
  const last = new Map<string, FindingRow>();
  for (const row of rows) if (row.status === 'follow-up') last.set(findingKey(row), row);
  // A continued branch was reviewed again: the same low finding counts once.
  return rows.filter((row) => row.status !== 'follow-up' || last.get(findingKey(row)) === row);
}

/** The reviews of a run, and of the runs that continue it after a person stopped it, in their order. */
function sequencesOf(family: readonly RunJournal[]): readonly (readonly (readonly Finding[])[])[] {
  const sequences: (readonly Finding[])[][] = [];
  const stopped = new Map<string, (readonly Finding[])[]>();
  const logs = family.map(({ entries }) => foldJournal(entries));
  for (const log of logs.toSorted((one, other) => one.startedAtMs - other.startedAtMs)) {
    const name = JSON.stringify([log.machine, log.title]);
    const sequence = stopped.get(name) ?? [];
    if (!stopped.delete(name)) sequences.push(sequence);
    sequence.push(...reviewsOf(log));
    if (log.ended?.end === 'stopped') stopped.set(name, sequence);
  }
  return sequences;
}

function findingsIn(rounds: readonly (readonly Finding[])[]): readonly FindingRow[] {
  const lastRound = new Map(rounds.flatMap((round, n) => round.map((finding) => [findingKey(finding), n] as const)));
  return rounds.flatMap((round, n) =>
    // The newest wording wins: a later review may lower the severity or name more places.
    round
      .filter((finding) => lastRound.get(findingKey(finding)) === n)
      .map((finding): FindingRow => ({ ...finding, status: statusOf(finding, n === rounds.length - 1) })),
  );
}

function statusOf(finding: Finding, isLastRound: boolean): FindingRow['status'] {
  if (!isBlocking(finding)) return 'follow-up';
  return isLastRound ? 'open' : 'fixed';
}

/** The findings of each round; reviewers in one state form one round. */
function reviewsOf({ asked, answered }: FoldedJournal): readonly (readonly Finding[])[] {
  const rounds = new Map<string, readonly Finding[]>();
  for (const [key, { effect }] of asked) {
    const role = effect.kind === 'agent' ? roles[(effect.input as AgentInput).role] : undefined;
    const outcome = answered.get(key);
    if (!role?.finds || !outcome?.ok) continue;
    const round = key.split('/')[0] ?? key;
    rounds.set(round, distinctFindings([...(rounds.get(round) ?? []), ...role.finds(outcome.value)]));
  }
  return [...rounds.values()];
}

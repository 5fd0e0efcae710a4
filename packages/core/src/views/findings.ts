/** Lists the findings of reviewers with their status: open, fixed (missing in a later review) or follow-up. */

import { distinctFindings, type Finding, findingKey, isBlocking } from '../answer-contracts/findings.ts';
import type { AgentInput } from '../effects/agent.ts';
import { foldJournal } from '../journal/journal.ts';
import type { RunJournal } from '../journal/run-tree.ts';
import { roles } from '../workflows/loaded.ts';

export interface FindingRow extends Finding {
  readonly status: 'open' | 'fixed' | 'follow-up';
}

export function listFindings(family: readonly RunJournal[]): readonly FindingRow[] {
  const rows = family.flatMap(findingsOf);
  const last = new Map<string, FindingRow>();
  for (const row of rows) if (row.status === 'follow-up') last.set(findingKey(row), row);
  // A continued branch was reviewed again: the same low finding counts once.
  return rows.filter((row) => row.status !== 'follow-up' || last.get(findingKey(row)) === row);
}

function findingsOf(journal: RunJournal): readonly FindingRow[] {
  const rounds = reviewsOf(journal);
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
function reviewsOf({ entries }: RunJournal): readonly (readonly Finding[])[] {
  const { asked, answered } = foldJournal(entries);
  const rounds = new Map<string, readonly Finding[]>();
  for (const [key, { effect }] of asked) {
    if (effect.kind !== 'agent' || !roles[(effect.input as AgentInput).role]?.finds) continue;
    const outcome = answered.get(key);
    if (!outcome?.ok) continue;
    const round = key.split('/')[0] ?? key;
    rounds.set(round, distinctFindings([...(rounds.get(round) ?? []), ...(outcome.value as readonly Finding[])]));
  }
  return [...rounds.values()];
}

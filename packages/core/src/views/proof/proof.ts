/** Builds the proof of a unit of work: touches by people, silences, and whether witnesses confirm its claims. */
import { listIgnoredChecks } from '../ignored-checks.ts';
import { listNotCompared } from '../not-compared.ts';
import { listProofs } from '../proofs.ts';
import { runRow } from '../run.ts';
import { iso } from '../times.ts';
import type { Unit } from '../unit.ts';
import { listUnproven } from '../unproven-checks.ts';
import { type Claim, claimsOf, isProven } from './claims.ts';
import { type Evidence, findJournalDefect } from './evidence.ts';
import { timeSpent } from './time-spent.ts';
import { type Touch, touchesOf } from './touches.ts';

/** The result of looking for one piece of evidence; `why` is `null` if it is as the journal says. */
export interface EvidenceFinding {
  readonly evidence: Evidence;
  readonly why: FindingCode | null;
}

export type FindingCode = 'missing' | 'unreachable' | 'unmerged' | 'changed' | 'unfetched';

export interface JournalDefect {
  readonly run: string;
  readonly line: number;
  readonly why: 'misfit' | 'torn';
}

export type RunProof = ReturnType<typeof buildProof>;

export function buildProof(
  { family, outside }: Unit,
  found: readonly EvidenceFinding[],
  torn: readonly JournalDefect[],
  nowMs: number,
) {
  const { id: run, workflow, title, status, startedAt, endedAt } = runRow(family, outside);
  const { people, script } = touchesOf(family);
  const { silence, ...hours } = timeSpent(
    family,
    people.map(({ atMs }) => atMs),
    endedAt === null ? { atMs: nowMs, isOwned: outside.isOwned } : null,
  );
  const claims = claimsOf(family);
  const misfits = family.flatMap((journal): readonly JournalDefect[] => {
    const line = findJournalDefect(journal);
    return line === null ? [] : [{ run: journal.run, line, why: 'misfit' }];
  });
  const ignored = listIgnoredChecks(family);
  const unsound = [...misfits, ...torn];
  return {
    run,
    workflow,
    title,
    status,
    startedAt,
    endedAt,
    touches: people.map(touchRow),
    script: script.map(touchRow),
    hours,
    silence: silence && { from: iso(silence.fromMs), ms: silence.ms, during: silence.during },
    claims: claims.map(claimRow),
    world: found.map(({ evidence, why }) => ({ ...evidenceRow(evidence), why })),
    unsound,
    ignoredChecks: ignored,
    notCompared: listNotCompared(family),
    unproven: listUnproven(family),
    proofs: listProofs(family),
    isProven:
      ignored.length === 0 && claims.every(isProven) && found.every(({ why }) => why === null) && unsound.length === 0,
  };
}

const touchRow = ({ atMs, ...touch }: Touch) => ({ ...touch, at: iso(atMs) });
const claimRow = ({ atMs, ...claim }: Claim) => ({ ...claim, at: iso(atMs) });

function evidenceRow(evidence: Evidence) {
  switch (evidence.is) {
    case 'commit':
      return { is: evidence.is, what: evidence.sha, where: evidence.branch };
    case 'merge':
      return { is: evidence.is, what: evidence.sha, where: evidence.base };
    case 'log':
      return { is: evidence.is, what: evidence.artifact.path, where: evidence.run };
  }
}

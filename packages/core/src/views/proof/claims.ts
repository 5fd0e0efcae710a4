/**
 * Compares the claims in a run with the observations of the harness.
 *
 *   C1. A claim is an agent's statement about its work (done) or another's (clean, ready), or the end of a run (done).
 *   C2. A witness is an observation without a model: the exit code of a check with its executed tests, a merge by the
 *       forge, a commit. For each command the last result counts.
 *   C3. A refuted claim that was sent back did no harm. A claim accepted against a red check makes the run unproven.
 *   C4. A green check that may have used code of the checkout is no witness; a red one is.
 *   C5. Work that a person accepted without a witness is unwitnessed, and so is the run that contains it, whatever the
 *       checks say. Tests and commands that are red without the change are its best witnesses.
 */

import { parseManualStep } from '../../answer-contracts/manual-step.ts';
import type { AgentInput } from '../../effects/agent.ts';
import { type CheckInput, type CheckReport, isVerdict } from '../../effects/check.ts';
import type { Entry } from '../../journal/journal.ts';
import type { RunJournal, RunTree } from '../../journal/run-tree.ts';
import type { RoleClaim } from '../../role/role.ts';
import { executedTests } from '../../test-report/count.ts';
import { logicOf, roles } from '../../workflows/loaded.ts';
import { commitsWithRun } from '../commits.ts';
import { listProofs, type ProofRow, proofsByCaller } from '../proofs.ts';
import { findMerged, logOf } from '../report/landed.ts';
import { listUnproven } from '../unproven-checks.ts';

export interface Witness {
  readonly is: 'check' | 'proof' | 'merge' | 'commit' | 'files';
  /** The command, the test, the sha, or the number of files. */
  readonly what: string;
  readonly green: boolean;
  readonly exitCode: number | null;
  /** `null` if the test count is unknown. */
  readonly tests: number | null;
}

/** `open`: the claim is not accepted yet. `overruled`: it was accepted although a witness contradicts it. */
export type Verdict = 'witnessed' | 'refuted' | 'open' | 'unwitnessed' | 'overruled';

export interface Claim {
  readonly run: string;
  readonly atMs: number;
  /** A role, or the workflow for the claim of a run. */
  readonly by: string;
  readonly claims: 'work' | 'clean' | 'ready' | 'done';
  readonly said: string;
  readonly verdict: Verdict;
  readonly witnesses: readonly Witness[];
}

export const isProven = ({ verdict }: Claim): boolean => verdict !== 'unwitnessed' && verdict !== 'overruled';

export function claimsOf(family: RunTree): readonly Claim[] {
  const counts = listUnproven(family).length > 0 ? isNoGreenCheck : () => true;
  const proofs = proofsByCaller(family);
  const claims = [
    ...family.flatMap((journal) => agentClaims(journal, counts, proofs.get(journal.run))),
    ...runClaim(family, counts),
  ];
  return claims.sort((a, b) => a.atMs - b.atMs);
}

/** Decides which witnesses count. */
type Counts = (witness: Witness) => boolean;

/** C4 */
const isNoGreenCheck: Counts = ({ is, green }) => (is !== 'check' && is !== 'proof') || !green;

interface SpokenClaim extends RoleClaim {
  readonly n: number;
  readonly atMs: number;
  readonly by: string;
}

function agentClaims({ run, entries }: RunJournal, counts: Counts, proof: ProofRow | undefined): readonly Claim[] {
  const spoken = spokenClaims(entries);
  const works = spoken.filter(({ claims }) => claims === 'work');
  const isDone = entries.at(-1)?.type === 'ended' && logOf({ run, entries }).ended?.end === 'done';
  const merges = spoken.some(({ claims }) => claims === 'ready') ? mergeWitnesses([{ run, entries }]) : [];
  // Claims about the same work share its checks: reading them per claim would be quadratic.
  const checks = new Map<number, readonly Witness[]>();
  let worked = 0;
  return spoken.map(({ atMs, by, claims, said }) => {
    if (claims === 'work') worked++;
    const from = works[worked - 1]?.n ?? 0;
    const next = works[worked]?.n;
    if (!checks.has(from)) checks.set(from, checkWitnesses(entries.slice(from, next ?? entries.length)));
    const isLast = next === undefined;
    const proved = claims === 'work' && isLast ? proof : undefined;
    const witnesses = [...proofWitnesses(proved), ...(claims === 'ready' ? merges : (checks.get(from) ?? []))];
    const verdict = verdictFor(witnesses.filter(counts), isDone && isLast, proved?.verdict === 'unwitnessed');
    return { run, atMs, by, claims, said, witnesses, verdict };
  });
}

/** `isBelieved`: no later work corrected it, and the run ended as done. */
function verdictFor(witnesses: readonly Witness[], isBelieved: boolean, isUnwitnessed: boolean): Verdict {
  if (witnesses.some(({ green }) => !green)) return isBelieved ? 'overruled' : 'refuted';
  if (witnesses.length > 0 && !isUnwitnessed) return 'witnessed';
  return isBelieved ? 'unwitnessed' : 'open';
}

function runClaim(family: RunTree, counts: Counts): readonly Claim[] {
  const { run, machine: by, ended, title } = logOf(family[0]);
  if (ended?.end !== 'done') return [];
  const merges = mergeWitnesses(family);
  const commits = commitsWithRun(family).map(({ sha }) => witness('commit', sha));
  const files = logicOf(by)?.writtenFiles?.(family).length ?? 0;
  const written = files > 0 ? [witness('files', String(files))] : [];
  // Each journal separately: the last result of its checks counts.
  const checks = family.flatMap(({ entries }) => lastCheckWitnesses(entries));
  const proofs = listProofs(family);
  const witnesses = [...merges, ...commits, ...written, ...proofs.flatMap(proofWitnesses), ...checks];
  const isUnwitnessed = proofs.some(({ verdict: proved }) => proved === 'unwitnessed');
  // If no agent worked, the harness did everything itself.
  const isSelfEvident = family.every(({ entries }) => !spokenClaims(entries).some(({ claims }) => claims === 'work'));
  const verdict =
    witnesses.length === 0 && isSelfEvident
      ? 'witnessed'
      : verdictFor(sufficient(witnesses.filter(counts)), true, isUnwitnessed);
  return [{ run, atMs: ended.atMs, by, claims: 'done', said: title, verdict, witnesses }];
}

/** A commit alone proves that files were written, not that they are right. */
const sufficient = (witnesses: readonly Witness[]) => (witnesses.every(({ is }) => is === 'commit') ? [] : witnesses);

const proofWitnesses = (proof: ProofRow | undefined): readonly Witness[] =>
  (proof?.witnesses ?? []).map((what) => witness('proof', what));

const witness = (is: Witness['is'], what: string): Witness => ({ is, what, green: true, exitCode: null, tests: null });

/** The checks since the last work in this journal; all checks if no agent worked. */
function lastCheckWitnesses(entries: readonly Entry[]): readonly Witness[] {
  const last = spokenClaims(entries).findLast(({ claims }) => claims === 'work');
  return checkWitnesses(entries.slice(last?.n ?? 0));
}

function checkWitnesses(entries: readonly Entry[]): readonly Witness[] {
  const commands = new Map<string, string>();
  const last = new Map<string, Witness>();
  for (const entry of entries) {
    if (entry.type === 'asked' && isVerdict(entry.effect))
      commands.set(entry.key, (entry.effect.input as CheckInput).command);
    const what = entry.type === 'answered' ? commands.get(entry.key) : undefined;
    if (what === undefined || entry.type !== 'answered') continue;
    commands.delete(entry.key);
    const report = entry.outcome.ok ? (entry.outcome.value as CheckReport) : null;
    const tests = report?.tests ? executedTests(report.tests) : null;
    last.set(what, { is: 'check', what, green: report?.green ?? false, exitCode: report?.exitCode ?? null, tests });
  }
  return [...last.values()];
}

const mergeWitnesses = (family: RunTree): readonly Witness[] =>
  findMerged(family).map(({ sha }) => witness('merge', sha));

function spokenClaims(entries: readonly Entry[]): readonly SpokenClaim[] {
  const asked = new Map<string, string>();
  return entries.flatMap((entry, n) => {
    if (entry.type === 'asked' && entry.effect.kind === 'agent')
      asked.set(entry.key, (entry.effect.input as AgentInput).role);
    const by = entry.type === 'answered' && entry.outcome.ok ? asked.get(entry.key) : undefined;
    if (by === undefined || entry.type !== 'answered' || !entry.outcome.ok) return [];
    asked.delete(entry.key); // a second answer is dropped
    const claim = claimOf(by, entry.outcome.value);
    return claim ? [{ ...claim, by, n, atMs: entry.atMs }] : [];
  });
}

/** The claim in a role's answer; `undefined` if it only plans, advises or objects. */
function claimOf(id: string, value: unknown): RoleClaim | undefined {
  const role = roles[id];
  if (role?.claim) return role.claim(value) ?? undefined;
  const line = firstLine(value);
  return role?.mode === 'exec' && parseManualStep(line) === null ? { claims: 'work', said: line } : undefined;
}

function firstLine(value: unknown): string {
  const text = typeof value === 'object' && value !== null && 'line' in value ? String(value.line) : value;
  return typeof text === 'string' ? (text.split('\n')[0] ?? '') : '';
}

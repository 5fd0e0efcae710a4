/**
 * What was claimed, against what the harness itself witnessed.
 *
 *   C1. A claim is what an agent says of its own work (done) or of another's (clean, ready), and what a run says of itself (done).
 *   C2. A witness is what the harness saw without asking a model: the exit code of a check it started, with the tests that ran; a
 *       merge by the forge; a commit. For each command its last word counts.
 *   C3. A claim that a red check refuted and that was sent back is no lie that anybody believed. One that was believed all the same is.
 */

import { parseManualStep } from '../../answer-contracts/manual-step.ts';
import type { AgentInput } from '../../effects/agent.ts';
import { type CheckInput, type CheckReport, isVerdict } from '../../effects/check.ts';
import type { Entry } from '../../journal/journal.ts';
import type { RunJournal, RunTree } from '../../journal/run-tree.ts';
import type { RoleClaim } from '../../role/role.ts';
import { executed } from '../../test-report/count.ts';
import { logicOf, roles } from '../../workflows/loaded.ts';
import { commitsWithRun } from '../commits.ts';
import { findMerged, logOf } from '../report/landed.ts';

export interface Witness {
  readonly is: 'check' | 'merge' | 'commit' | 'files';
  /** The command, or the sha, or how many files. */
  readonly what: string;
  readonly green: boolean;
  readonly exitCode: number | null;
  /** Null where nothing is known about tests. */
  readonly tests: number | null;
}

/** `open`: nobody took it for true yet. `overruled`: a witness said no, and it was believed all the same. */
export type Verdict = 'witnessed' | 'refuted' | 'open' | 'unwitnessed' | 'overruled';

export interface Claim {
  readonly run: string;
  readonly atMs: number;
  /** A role, or the workflow for what a run says of itself. */
  readonly by: string;
  readonly claims: 'work' | 'clean' | 'ready' | 'done';
  readonly said: string;
  readonly verdict: Verdict;
  readonly witnesses: readonly Witness[];
}

export const isProven = ({ verdict }: Claim): boolean => verdict !== 'unwitnessed' && verdict !== 'overruled';

export const claimsOf = (family: RunTree): readonly Claim[] =>
  [...family.flatMap((journal) => agentClaims(journal)), ...ownClaim(family)].sort((a, b) => a.atMs - b.atMs);

interface Spoken extends RoleClaim {
  readonly n: number;
  readonly atMs: number;
  readonly by: string;
}

function agentClaims({ run, entries }: RunJournal): readonly Claim[] {
  const spoken = spokenIn(entries);
  const works = spoken.filter(({ claims }) => claims === 'work');
  const isDone = entries.at(-1)?.type === 'ended' && logOf({ run, entries }).ended?.end === 'done';
  return spoken.map(({ n, atMs, by, claims, said }) => {
    const from = claims === 'work' ? n : (works.findLast((work) => work.n < n)?.n ?? 0);
    const next = works.find((work) => work.n > n)?.n;
    const witnesses =
      claims === 'ready' ? mergesIn({ run, entries }) : checksIn(entries.slice(from, next ?? entries.length));
    return { run, atMs, by, claims, said, witnesses, verdict: verdictOn(witnesses, isDone && next === undefined) };
  });
}

/** `isBelieved`: nothing was done about it afterwards, and the run called itself done. */
function verdictOn(witnesses: readonly Witness[], isBelieved: boolean): Verdict {
  if (witnesses.some(({ green }) => !green)) return isBelieved ? 'overruled' : 'refuted';
  if (witnesses.length > 0) return 'witnessed';
  return isBelieved ? 'unwitnessed' : 'open';
}

/** What a run says of itself when it ends well. */
function ownClaim(family: RunTree): readonly Claim[] {
  const { run, machine: by, ended, title } = logOf(family[0]);
  if (ended?.end !== 'done') return [];
  const merges = findMerged(family).map(({ sha }) => witness('merge', sha));
  const commits = commitsWithRun(family).map(({ sha }) => witness('commit', sha));
  const files = logicOf(by)?.writtenFiles?.(family).length ?? 0;
  const written = files > 0 ? [witness('files', String(files))] : [];
  // Each journal by itself: what was red in one pass of it is green in its last.
  const checks = family.flatMap(({ entries }) => lastChecks(entries));
  const witnesses = [...merges, ...commits, ...written, ...checks];
  // Where nobody was asked to work, all that was done the harness did itself.
  const isSelfEvident = family.every(({ entries }) => !spokenIn(entries).some(({ claims }) => claims === 'work'));
  const verdict = witnesses.length === 0 && isSelfEvident ? 'witnessed' : verdictOn(sufficient(witnesses), true);
  return [{ run, atMs: ended.atMs, by, claims: 'done', said: title, verdict, witnesses }];
}

/** A commit alone says that something was written, not that it is right. */
const sufficient = (witnesses: readonly Witness[]) => (witnesses.every(({ is }) => is === 'commit') ? [] : witnesses);

const witness = (is: Witness['is'], what: string): Witness => ({ is, what, green: true, exitCode: null, tests: null });

/** The checks since the newest work in this journal, or all of them where nobody worked. */
function lastChecks(entries: readonly Entry[]): readonly Witness[] {
  const last = spokenIn(entries).findLast(({ claims }) => claims === 'work');
  return checksIn(entries.slice(last?.n ?? 0));
}

/** The last word of each command. */
function checksIn(entries: readonly Entry[]): readonly Witness[] {
  const commands = new Map<string, string>();
  const last = new Map<string, Witness>();
  for (const entry of entries) {
    if (entry.type === 'asked' && isVerdict(entry.effect))
      commands.set(entry.key, (entry.effect.input as CheckInput).command);
    const what = entry.type === 'answered' ? commands.get(entry.key) : undefined;
    if (what === undefined || entry.type !== 'answered') continue;
    commands.delete(entry.key);
    const report = entry.outcome.ok ? (entry.outcome.value as CheckReport) : null;
    const tests = report?.tests ? executed(report.tests) : null;
    last.set(what, { is: 'check', what, green: report?.green ?? false, exitCode: report?.exitCode ?? null, tests });
  }
  return [...last.values()];
}

const mergesIn = (journal: RunJournal): readonly Witness[] =>
  findMerged([journal]).map(({ sha }) => witness('merge', sha));

function spokenIn(entries: readonly Entry[]): readonly Spoken[] {
  const asked = new Map<string, string>();
  return entries.flatMap((entry, n) => {
    if (entry.type === 'asked' && entry.effect.kind === 'agent')
      asked.set(entry.key, (entry.effect.input as AgentInput).role);
    const by = entry.type === 'answered' && entry.outcome.ok ? asked.get(entry.key) : undefined;
    if (by === undefined || entry.type !== 'answered' || !entry.outcome.ok) return [];
    asked.delete(entry.key); // a second answer is dropped
    const said = claimIn(by, entry.outcome.value);
    return said ? [{ ...said, by, n, atMs: entry.atMs }] : [];
  });
}

/** What an answer of a role claims; undefined if it only plans, advises or objects. */
function claimIn(id: string, value: unknown): RoleClaim | undefined {
  const role = roles[id];
  if (role?.claim) return role.claim(value) ?? undefined;
  const line = wordsOf(value);
  return role?.mode === 'exec' && parseManualStep(line) === null ? { claims: 'work', said: line } : undefined;
}

function wordsOf(value: unknown): string {
  const text = typeof value === 'object' && value !== null && 'line' in value ? String(value.line) : value;
  return typeof text === 'string' ? (text.split('\n')[0] ?? '') : '';
}

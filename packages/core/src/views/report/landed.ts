/** What is there now that was not there before: merged pull requests, commits on branches, plan files, and tasks that are done. */

import type { OpenResult } from '../../effects/forge.ts';
import { openPull } from '../../effects/forge.ts';
import type { OperationInput } from '../../effects/operation.ts';
import { foldJournal } from '../../journal/journal.ts';
import type { RunJournal, RunTree } from '../../journal/run-tree.ts';
import type { DeliverJob, DeliverResult } from '../../workflows/deliver/job.ts';
import { deliver } from '../../workflows/deliver/machine.ts';
import { mergedPlanView } from '../../workflows/plan/view.ts';
import { planningView } from '../../workflows/planning/view.ts';
import { type CommitWithRun, commitsWithRun } from '../commits.ts';
import type { Unit } from '../unit.ts';
import { costOf } from './spending.ts';

/** `merged` is in the base; `committed` is on a branch of its own; `planned` is plan files; `done` changed nothing. */
export type LandedHow = 'merged' | 'committed' | 'planned' | 'done';

export interface LandedUnit {
  readonly run: string;
  readonly workflow: string;
  readonly title: string;
  readonly how: LandedHow;
  readonly atMs: number;
  readonly sha: string | null;
  readonly subject: string | null;
  readonly branch: string | null;
  readonly base: string | null;
  readonly pull: number | null;
  readonly url: string | null;
  readonly files: readonly string[];
  /** What all of its unit has cost, also before. */
  readonly paidUsd: number;
  readonly rehearsedUsd: number;
}

/** What landed since; nothing of a unit that has not ended well, but for what it had merged already. */
export function findLanded(unit: Unit, sinceMs: number): readonly LandedUnit[] {
  const { family } = unit;
  const { run, machine: workflow, title, ended } = logOf(family[0]);
  const nothing = { sha: null, subject: null, branch: null, base: null, pull: null, url: null, files: [] };
  const row = (atMs: number, how: LandedHow, more: Partial<LandedUnit>): LandedUnit => ({
    ...{ run, workflow, title, how, atMs, ...nothing, ...costOf(unit) },
    ...more,
  });
  const merges = findMerged(family).map(({ atMs, ...merge }) => row(atMs, 'merged', merge));
  if (ended?.end !== 'done') return merges.filter(({ atMs }) => atMs >= sinceMs);
  const offered = offeredIn(family);
  const commits = commitsWithRun(family)
    .filter(({ branch }) => !merges.some((merge) => merge.branch === branch))
    .map(({ sha, subject, branch, atMs }: CommitWithRun) =>
      row(atMs, 'committed', { sha, subject, branch, ...offered.get(branch) }),
    );
  const files = planningView(family)?.plans.flatMap(({ path, written }) => (written ? [path] : [])) ?? [];
  const plans = files.length > 0 ? [row(ended.atMs, 'planned', { files })] : [];
  const all = [...merges, ...(merges.length > 0 ? [] : commits), ...plans];
  return (all.length > 0 ? all : [row(ended.atMs, 'done', {})]).filter(() => ended.atMs >= sinceMs);
}

export const logOf = ({ run, entries }: RunJournal) => ({ run, ...foldJournal(entries) });

type Merge = Pick<LandedUnit, 'atMs' | 'sha' | 'branch' | 'base' | 'pull' | 'url'>;

export function findMerged(family: RunTree): readonly Merge[] {
  const delivered = family.flatMap((journal) => mergeOf(journal) ?? []);
  const earlier = mergedPlanView(family);
  if (delivered.length > 0 || earlier === null) return delivered;
  // The plan was merged before its run began: it only filed it.
  return [{ ...earlier, atMs: logOf(family[0]).ended?.atMs ?? 0, branch: null, pull: null, url: null }];
}

function mergeOf(journal: RunJournal): Merge | undefined {
  const { machine, ended, asked, answered } = logOf(journal);
  const [first] = journal.entries;
  const result = ended?.result as DeliverResult | null | undefined;
  if (machine !== deliver.id || first?.type !== 'started' || result?.at !== 'merged') return undefined;
  const { branch, base } = first.input as DeliverJob;
  const opened = [...asked].find(([, { effect }]) => (effect.input as OperationInput).op === openPull.op)?.[0];
  const outcome = opened === undefined ? undefined : answered.get(opened);
  const answer = outcome?.ok ? (outcome.value as OpenResult) : undefined;
  const url = answer?.is === 'open' ? answer.url : null;
  return { atMs: ended?.atMs ?? 0, sha: result.sha, branch, base, pull: result.pull, url };
}

/** Pull requests that were opened and not waited for, by their branch. */
function offeredIn(family: RunTree): ReadonlyMap<string, Pick<LandedUnit, 'pull' | 'url'>> {
  const rows = family.flatMap((journal) => {
    const { asked, answered } = logOf(journal);
    return [...asked].flatMap(([key, { effect }]) => {
      const { op, args } = effect.input as Partial<OperationInput>;
      const outcome = op === openPull.op ? answered.get(key) : undefined;
      if (!outcome?.ok) return [];
      const answer = outcome.value as OpenResult;
      const url = answer.is === 'open' ? answer.url : null;
      return [[(args as { branch: string }).branch, { pull: answer.pull, url }] as const];
    });
  });
  return new Map(rows);
}

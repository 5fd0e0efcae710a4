/** Finds landed results: merged pull requests, commits on branches, plan files, and finished runs without changes. */

import type { OpenResult } from '../../effects/forge.ts';
import { openPull } from '../../effects/forge.ts';
import type { OperationInput } from '../../effects/operation.ts';
import { foldJournal } from '../../journal/journal.ts';
import type { RunJournal, RunTree } from '../../journal/run-tree.ts';
import type { Merge, Piece } from '../../workflow.ts';
import { logicOf } from '../../workflows/loaded.ts';
import { type CommitWithRun, commitsWithRun } from '../commits.ts';
import type { Unit } from '../unit.ts';
import { costOf } from './spending.ts';

/** `merged` is in the base; `committed` is on another branch; `planned` is plan files; `done` changed no file. */
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
  /** Cost of the whole unit, including the time before the report. */
  readonly paidUsd: number;
  readonly rehearsedUsd: number;
}

/** Results since a time. A unit that has not ended as done has only its merges. */
export function findLanded(unit: Unit, sinceMs: number): readonly LandedUnit[] {
  const { family } = unit;
  const { run, machine: workflow, title, ended } = logOf(family[0]);
  const cost = costOf(unit);
  const empty = { sha: null, subject: null, branch: null, base: null, pull: null, url: null, files: [] };
  const row = (atMs: number, how: LandedHow, more: Partial<LandedUnit>): LandedUnit => ({
    run,
    workflow,
    title,
    how,
    atMs,
    ...empty,
    ...cost,
    ...more,
  });
  const pieces = logicOf(workflow)?.piecesOf?.(family);
  if (pieces) return landedPieces(unit, pieces, sinceMs).map(({ atMs, ...piece }) => row(atMs, 'committed', piece));
  const merges = findMerged(family).map(({ atMs, ...merge }) => row(atMs, 'merged', merge));
  if (ended?.end !== 'done') return merges.filter(({ atMs }) => atMs >= sinceMs);
  const pulls = openPullsByBranch(family);
  const merged = new Set(merges.map(({ branch }) => branch));
  const commits = commitsWithRun(family)
    .filter(({ branch }) => !merged.has(branch))
    .map(({ sha, subject, branch, atMs }: CommitWithRun) =>
      row(atMs, 'committed', { sha, subject, branch, ...pulls.get(branch) }),
    );
  const files = logicOf(workflow)?.writtenFiles?.(family) ?? [];
  const plans = files.length > 0 ? [row(ended.atMs, 'planned', { files })] : [];
  const all = [...merges, ...(merges.length > 0 ? [] : commits), ...plans];
  return (all.length > 0 ? all : [row(ended.atMs, 'done', {})]).filter(() => ended.atMs >= sinceMs);
}

/** The newest commit of each finished piece, with the cost of that piece. */
function landedPieces({ family, outside }: Unit, pieces: readonly Piece[], sinceMs: number) {
  const made = commitsWithRun(family);
  return pieces.flatMap(({ run, title, atMs, commits }) => {
    const commit = made.findLast(({ sha }) => commits?.includes(sha));
    if (commit === undefined || atMs < sinceMs) return [];
    const { sha, subject, branch } = commit;
    const [first, ...more] = family.filter((one) => one.run === run || one.run.startsWith(`${run}.`));
    const cost = first === undefined ? {} : costOf({ family: [first, ...more], outside });
    return [{ run, title, atMs, sha, subject, branch, ...cost }];
  });
}

export const logOf = ({ run, entries }: RunJournal) => ({ run, ...foldJournal(entries) });

/** The merges of the children, or the merge that the run itself recorded. */
export function findMerged([root, ...children]: RunTree): readonly Merge[] {
  const delivered = children.flatMap(mergesOf);
  return delivered.length > 0 ? delivered : mergesOf(root);
}

const mergesOf = (journal: RunJournal): readonly Merge[] => {
  const merge = logicOf(logOf(journal).machine)?.mergeOf?.([journal]);
  return merge ? [merge] : [];
};

/** Pull requests that were opened and not merged by the run, by branch. */
function openPullsByBranch(family: RunTree): ReadonlyMap<string, Pick<LandedUnit, 'pull' | 'url'>> {
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

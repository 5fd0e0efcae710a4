/** Computes the features and decisions of a mission; `null` for any other run. */
import type { FeatureBrief } from '../../effects/features.ts';
import type { OperationInput } from '../../effects/operation.ts';
import type { FeatureRecord } from '../../input-files/features.ts';
import { type Entry, foldJournal } from '../../journal/journal.ts';
import type { RunTree } from '../../journal/run-tree.ts';
import type { State } from '../../machine/machine.ts';
import { iso } from '../../views/times.ts';
import type { LaneJob } from './lane/job.ts';
import { newDecision } from './last-decision.ts';
import type { FeatureState, Mission } from './state.ts';

export interface FeatureRow extends FeatureRecord {
  /** Empty until a lane was briefed. */
  readonly title: string;
  readonly why: string | null;
  readonly commit: string | null;
  /** The branch that keeps it; `null` if it is merged or not finished. */
  readonly branch: string | null;
  readonly pull: string | null;
  /** File that describes the last failure, as a path in the repository. */
  readonly setback: string | null;
  /** Why a person accepted it without a witness: codes; `null` if it has one. */
  readonly unwitnessed: readonly string[] | null;
}

export interface DecisionRow {
  readonly ts: string;
  readonly verb: string;
  readonly args: string;
  readonly iteration: number;
  readonly isGhost: boolean;
}

export interface MissionView {
  readonly features: readonly FeatureRow[];
  readonly decisions: readonly DecisionRow[];
  readonly ghosts: number;
}

export function missionView(tree: RunTree): MissionView | null {
  const [{ entries }] = tree;
  const { machine, state } = foldJournal(entries);
  if (machine !== 'mission') return null;
  const titles = titlesIn(tree);
  const decisions = decisionsIn(entries);
  return {
    features: featuresIn(state).map((feature) => rowOf(feature, titles)),
    decisions,
    ghosts: decisions.filter(({ isGhost }) => isGhost).length,
  };
}

export const featuresIn = (state: State): readonly FeatureState[] =>
  (state as Mission as { readonly features?: readonly FeatureState[] }).features ?? [];

const rowOf = (feature: FeatureState, titles: ReadonlyMap<string, string>): FeatureRow => ({
  id: feature.id,
  title: titles.get(feature.id) ?? '',
  status: feature.status,
  attempts: feature.attempts,
  why: feature.why ?? null,
  commit: feature.commit ?? null,
  setback: feature.setback ?? null,
  branch: feature.branch ?? null,
  pull: feature.pull?.url ?? null,
  unwitnessed: feature.unwitnessed?.map(({ code }) => code) ?? null,
});

/** Titles come from the briefs of the lanes; the mission's state does not have them. */
function titlesIn(tree: RunTree): ReadonlyMap<string, string> {
  const titles = new Map<string, string>();
  for (const { entries } of tree) {
    const { machine, asked, answered } = foldJournal(entries);
    if (machine !== 'lane') continue;
    const [first] = entries;
    const feature = first?.type === 'started' ? (first.input as LaneJob).feature : '';
    for (const [key, { effect }] of asked) {
      const outcome = (effect.input as Partial<OperationInput>).op === 'brief-feature' ? answered.get(key) : undefined;
      if (outcome?.ok) titles.set(feature, (outcome.value as FeatureBrief).title);
    }
  }
  return titles;
}

/** One row per move that spent an iteration (M-09). */
function decisionsIn(entries: readonly Entry[]): readonly DecisionRow[] {
  const rows: DecisionRow[] = [];
  let before: State = { at: '' };
  for (const entry of entries) {
    if (entry.type !== 'moved' && entry.type !== 'started') continue;
    const decided = newDecision(before, entry.state);
    if (decided) {
      const { verb, argument, iteration, ghost } = decided;
      rows.push({ ts: iso(entry.atMs), verb, args: argument, iteration, isGhost: ghost });
    }
    before = entry.state;
  }
  return rows;
}

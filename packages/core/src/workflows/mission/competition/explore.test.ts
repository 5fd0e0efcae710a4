/** Explores every path of a competition: at most one lane is merged, none is closed before that, and it ends. */
import { expect, test } from 'vitest';
import type { CallInput } from '../../../effects/call.ts';
import type { OperationInput } from '../../../effects/operation.ts';
import type { Needs } from '../../../machine/machine.ts';
import { type Exploration, explore, type Move } from '../../../testing/explore.ts';
import type { LaneJob } from '../lane/job.ts';
import { laneJob, missionVocabulary } from '../testing/jobs.ts';
import type { Competition, CompetitionJob, Rival } from './job.ts';
import { competition } from './machine.ts';

interface Seen {
  /** Numbers of the lanes that passed. */
  readonly passed: readonly number[];
  readonly merged: boolean;
}
const start: Seen = { passed: [], merged: false };

function after(seen: Seen, { from, to }: Omit<Move<Competition, Seen>, 'seen'>): Seen {
  const judged = 'rivals' in to && from.at === 'judging' ? to.rivals.filter(({ is }) => is === 'judged') : null;
  return {
    passed: judged?.map(({ number }) => number) ?? seen.passed,
    merged: seen.merged || (from.at === 'landing' && to.at === 'clearing'),
  };
}

const lanesIn = (needs: Needs): readonly LaneJob[] =>
  Object.values(needs)
    .filter(({ kind }) => kind === 'call')
    .map(({ input }) => (input as CallInput).input as LaneJob);
const closes = (needs: Needs) =>
  Object.values(needs).some(({ input }) => (input as Partial<OperationInput>).op === 'close-lane');

const invariants: NonNullable<Exploration<CompetitionJob, Competition, Seen>['states']> = {
  'MO-28 running lanes have distinct names': (_, needs) => {
    const names = lanesIn(needs).map(({ lane }) => lane);
    return new Set(names).size === names.length && names.every((name) => /^F-1-lane-[123]$/.test(name ?? ''));
  },
  'MO-28 only one lane is merged, and it has passed': (state, needs, { passed }) => {
    const merging = lanesIn(needs).filter(({ until }) => until === 'merged');
    return (
      merging.length === 0 || (state.at === 'landing' && merging.length === 1 && passed.includes(state.verdict.winner))
    );
  },
  'K5 no lane is closed before the winner is merged': (_, needs, { merged }) => !closes(needs) || merged,
  'K5 a competition passes exactly if a lane is merged': (state, _, { merged }) =>
    state.at !== 'over' || (state.result.is === 'passed') === merged,
  'M-28 the result lists the lanes that stay': (state) =>
    state.at !== 'over' || state.result.is === 'passed' || state.result.rivals !== undefined,
  'MO-28 a verdict names the merged lane, or none': (state) =>
    state.at !== 'over' || state.result.is !== 'passed' || [1, 2, 3].includes(state.result.verdict?.winner ?? 0),
};

const { until: _until, saved: _saved, setback: _setback, ...each } = laneJob;
const saved = { base: 'b0', checkpoint: 'c1' };
const rivals = (...all: readonly Rival['is'][]): readonly Rival[] =>
  all.map((is, n) => ({ number: n + 1, is, saved: is === 'working' ? null : saved, setback: null }));

test('MO-28 every path of a competition keeps the invariants and ends', () => {
  const inputs: readonly CompetitionJob[] = [
    { until: 'implemented', each, rivals: rivals('working', 'working') },
    { until: 'merged', each, rivals: rivals('built', 'built') },
    { until: 'merged', each, rivals: rivals('failing', 'built') },
    { until: 'merged', each, rivals: rivals('built', 'built', 'blocked') },
    { until: 'merged', each, rivals: rivals('built') },
  ];
  const { states, moves, broken } = explore(competition, {
    inputs,
    words: missionVocabulary,
    history: { start, after },
    states: invariants,
  });
  console.log(`competition: ${states} states, ${moves} moves`);
  expect(broken).toEqual([]);
});

/** Tests which lanes of a competition fail, who judges, who wins, and what the mission learns. */
import { describe, expect, test } from 'vitest';
import { type FailureCode, fail, ok, sampleFailure } from '../../../failure/failure.ts';
import { sampleArtifact } from '../../../journal/artifact.ts';
import { replay } from '../../../testing/replay.ts';
import type { LaneResult, SavedWork } from '../lane/job.ts';
import { laneJob } from '../testing/jobs.ts';
import type { Competition, CompetitionJob, Rival } from './job.ts';
import { competition } from './machine.ts';

const { until: _until, saved: _saved, setback: _setback, ...each } = laneJob;
const saved = (checkpoint: string): SavedWork => ({ base: 'b0', checkpoint });
const one: Rival = { number: 1, is: 'working', saved: null, setback: null };
const building: CompetitionJob = {
  until: 'implemented',
  each,
  rivals: [one, { ...one, number: 2, setback: 'before.md' }],
};
const judging: CompetitionJob = {
  until: 'merged',
  each,
  rivals: [1, 2, 3].map((number) => ({ number, is: 'built', saved: saved(`c${number}`), setback: null })),
};

const back = (...results: readonly (LaneResult | null)[]) =>
  Object.fromEntries(results.map((result, n) => [`lane-${n + 1}`, { child: `r.${n}`, end: 'done', result }]));
const built = (checkpoint: string): LaneResult => ({ is: 'implemented', saved: saved(checkpoint) });
const judged = (checkpoint: string): LaneResult => ({ is: 'judged', saved: saved(checkpoint), issues: [] });
const failing: LaneResult = {
  is: 'failing',
  because: 'validator',
  setback: 'f.md',
  saved: saved('c9'),
  issues: [{ title: 'it leaks', severity: 'major', foundDuring: 'F-1' }],
};
const blocked: LaneResult = { is: 'blocked', why: 'a key', saved: null };
const broken = (code: FailureCode): LaneResult => ({ is: 'broken', because: { code, params: {} }, saved: null });
const merged: LaneResult = { is: 'passed', commit: 'm1', left: '', issues: [] };

type Rounds = readonly Readonly<Record<string, unknown>>[];
const after = (job: CompetitionJob, ...rounds: Rounds): Competition => replay(competition, job, rounds);
const resultOf = (state: Competition) => (state.at === 'over' ? state.result : { is: state.at });
const needsIn = (state: Competition) => competition.steps.get(state.at)?.needs(state) ?? {};

describe('building', () => {
  test('MO-28 each lane has its own name, continues from its saved work, and gets its own setback', () => {
    const needs = needsIn(competition.start(building));
    expect(Object.values(needs).map(({ input }) => input)).toMatchObject([
      { machine: 'lane', title: 'F-1-lane-1', input: { lane: 'F-1-lane-1', until: 'implemented', setback: null } },
      { machine: 'lane', title: 'F-1-lane-2', input: { lane: 'F-1-lane-2', feature: 'F-1', setback: 'before.md' } },
    ]);
  });

  test('K1 a failed lane delays no other: the feature is built when one lane is green', () => {
    const { result } = after(building, back(broken('git.failed'), built('c2'))) as { result: object };
    expect(result).toMatchObject({ is: 'implemented', saved: saved('c2') });
    expect(result).toMatchObject({
      rivals: [
        { number: 1, is: 'broken', why: 'git.failed' },
        { number: 2, is: 'built' },
      ],
    });
    expect(result).not.toHaveProperty('verdict');
  });

  test.each<[string, readonly (LaneResult | null)[], object]>([
    ['K2 a stop stops all lanes', [built('c1'), { is: 'stopped' }], { is: 'stopped' }],
    ['a failure that stops the mission comes first', [failing, broken('budget.cap-reached')], { is: 'broken' }],
    ['a failure that another attempt may fix is not final', [broken('agent.crash'), failing], { is: 'failing' }],
    ['a failed lane comes before a blocked one', [blocked, failing], { is: 'failing' }],
    ['all are blocked', [blocked, blocked], { is: 'blocked', why: 'a key' }],
    ['all runs were ended from outside', [null, null], { is: 'failing', because: 'interrupted' }],
  ])('K1 no lane left: %s', (_, results, expected) => {
    expect(resultOf(after(building, back(...results)))).toMatchObject(expected);
  });

  test('MO-28 no lane left is a verdict, and issues about unmerged work do not count', () => {
    expect(resultOf(after(building, back(failing, failing)))).toMatchObject({
      is: 'failing',
      because: 'validator',
      setback: 'f.md',
      issues: [],
      verdict: { winner: null, by: 'nobody' },
      rivals: [
        { number: 1, is: 'failing', setback: 'f.md' },
        { number: 2, is: 'failing', setback: 'f.md' },
      ],
    });
  });
});

describe('choosing', () => {
  const passed = back(judged('c1'), failing, judged('c3'));
  const change = (lines: number) => ok({ diff: sampleArtifact, lines });
  const brief = ok({ title: 't', task: sampleArtifact, commands: [], setback: null });
  const weighed = (first: number, third: number) => ({ brief, 'lane-1': change(first), 'lane-3': change(third) });
  const chosen = (winner: number | null) => ({
    choice: ok({ is: 'chosen', winner, said: 'the other leaks', line: '' }),
  });
  const landed = (result: LaneResult | null) => ({ landed: { child: 'r', end: 'done', result } });

  test('MO-28 merges a lane that alone passed without a judge, with its issues', () => {
    const issue = { title: 'slow', severity: 'minor', foundDuring: 'F-1' } as const;
    const state = after(judging, back(failing, { is: 'judged', saved: saved('c2'), issues: [issue] }, blocked));
    expect(state).toMatchObject({ at: 'landing', verdict: { winner: 2, by: 'alone' } });
    expect(Object.values(needsIn(state)).map(({ input }) => input)).toMatchObject([
      { title: 'F-1-lane-2', input: { until: 'merged', saved: saved('c2'), judged: { issues: [issue] } } },
    ]);
  });

  test('K3 the judge is a judging role and sees the contract and the changes of passed lanes', () => {
    const state = after(judging, passed, weighed(3, 5));
    const [{ input } = { input: null }] = Object.values(needsIn(state));
    expect(input).toMatchObject({ role: 'mission.crosscheck', item: 'F-1' });
    expect((input as { input: { rivals: object[] } }).input.rivals).toEqual([
      { number: 1, cwd: '.harness/worktrees/F-1-lane-1', diff: sampleArtifact },
      { number: 3, cwd: '.harness/worktrees/F-1-lane-3', diff: sampleArtifact },
    ]);
  });

  test('MO-28, K5 merges the chosen lane, then closes the others', () => {
    const state = after(judging, passed, weighed(3, 5), chosen(3), landed(merged));
    expect(Object.values(needsIn(state)).map(({ input }) => input)).toEqual(
      ['F-1-lane-1', 'F-1-lane-2'].map((name) => ({ op: 'close-lane', args: { lane: null, name } })),
    );
    const over = after(judging, passed, weighed(3, 5), chosen(3), landed(merged), { 'lane-1': fail('git.failed') });
    expect(resultOf(over)).toEqual({ ...merged, verdict: { winner: 3, by: 'judge' } });
  });

  test('M-28 a verdict of none sends all passed lanes back with the reason, and all lanes stay', () => {
    const state = after(judging, passed, weighed(3, 5), chosen(null), { kept: ok({ file: 'none.md' }) });
    expect(resultOf(state)).toMatchObject({
      is: 'failing',
      because: 'competition',
      setback: 'none.md',
      verdict: { winner: null, by: 'judge' },
      rivals: [
        { number: 1, is: 'failing', setback: 'none.md', saved: saved('c1') },
        { number: 2, is: 'failing', setback: 'f.md' },
        { number: 3, is: 'failing', setback: 'none.md', saved: saved('c3') },
      ],
    });
  });

  test.each<[string, FailureCode]>([
    ['is unreadable', 'agent.schema'],
    ['takes too long', 'agent.timeout'],
    ['does not fit under the cap', 'budget.cap-reached'],
  ])('K4 if the answer %s, the smallest change wins, then the lowest number', (_, code) => {
    const by = (first: number, third: number) => after(judging, passed, weighed(first, third), { choice: fail(code) });
    expect(by(9, 4)).toMatchObject({ at: 'landing', verdict: { winner: 3, by: 'smallest' } });
    expect(by(4, 4)).toMatchObject({ at: 'landing', verdict: { winner: 1, by: 'smallest' } });
  });

  test('K4 a judge that cannot be called at all is a failure', () => {
    const state = after(judging, passed, weighed(1, 2), { choice: sampleFailure('agent.unscripted') });
    expect(resultOf(state)).toMatchObject({ is: 'broken', because: { code: 'agent.unscripted' } });
  });

  test('K5 a winner that cannot be merged leaves all lanes for the next attempt', () => {
    const state = after(judging, passed, weighed(1, 2), chosen(1), landed({ ...failing, because: 'conflict' }));
    expect(resultOf(state)).toMatchObject({ is: 'failing', because: 'conflict', rivals: [{}, {}, { number: 3 }] });
  });

  test('E9 a competition that is ended from outside closes all its lanes', () => {
    const state = after(judging, passed);
    expect(Object.keys(competition.release(state))).toEqual(['lane-1', 'lane-2', 'lane-3']);
    expect(competition.release({ at: 'over', result: merged })).toEqual({});
  });
});

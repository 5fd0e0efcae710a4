/** Explores every path of the loop: one issue at a time, counted once, until it ends or waits for a person. */
import { expect, test } from 'vitest';
import { type Exploration, explore, type Move } from '../../testing/explore.ts';
import { issues } from './machine.ts';
import { issueMarker } from './record/issue-marker.ts';
import { noCounters } from './record/loop.ts';
import type { IssuesJob, IssuesState } from './state.ts';
import { issuesJob, issuesWords, settings } from './testing/jobs.ts';
import { withSamples } from './testing/words.ts';

interface Seen {
  /** Claimed, and not over. */
  readonly claimed: string | null;
  /** Issues that are over. */
  readonly over: readonly string[];
  readonly failures: number;
  readonly markers: readonly string[];
}
const start: Seen = { claimed: null, over: [], failures: 0, markers: [] };

type Step = Omit<Move<IssuesState, Seen>, 'seen'>;

function after(seen: Seen, { from, to }: Step): Seen {
  const claimed = from.at === 'claiming' && to.at === 'working' ? to.issue.id : seen.claimed;
  const marker = issueMarker(from, to);
  const markers =
    marker === null || !('issue' in marker) ? seen.markers : [...seen.markers, `${marker.is} ${marker.issue}`];
  const isOver = from.at === 'working' && 'counters' in to && to.counters.iteration > from.counters.iteration;
  if (!isOver) return { ...seen, claimed, markers: markers.filter((one) => !one.startsWith('pause')) };
  const failures = to.counters.failed.length > from.counters.failed.length ? seen.failures + 1 : 0;
  const isSkipped = to.counters.skipped.length > from.counters.skipped.length;
  return {
    claimed: null,
    over: [...seen.over, from.issue.id],
    failures: isSkipped ? seen.failures : failures,
    markers,
  };
}

const invariants: NonNullable<Exploration<IssuesJob, IssuesState, Seen>['states']> = {
  'I-71 only a claimed issue is worked on, and never a second one': (state, _, { claimed }) =>
    state.at !== 'working' || state.issue.id === claimed,
  'I-16 an issue that is over is not worked on again': (state, _, { over }) =>
    state.at !== 'working' || !over.includes(state.issue.id),
  'I-54 only the loop counts, and an id counts once': (state, _, { over }) => {
    if (!('counters' in state)) return true;
    const { completed, failed, skipped } = state.counters;
    return [...completed, ...failed, ...skipped].toSorted().join() === over.toSorted().join();
  },
  'I-58 one marker an issue': (_, __, { markers }) => new Set(markers).size === markers.length,
  'I-61 Id-01 three failures in a row end the loop': (state, _, { failures }) =>
    (state.at === 'given-up') === (failures === 3) || state.at === 'failed',
  'I-69 no issue above the maximum is found or claimed': (state) =>
    (state.at !== 'finding' && state.at !== 'claiming') || state.counters.iteration <= state.settings.max,
};

const moves: NonNullable<Exploration<IssuesJob, IssuesState, Seen>['moves']> = {
  'I-71 nothing is claimed while an issue is in work': ({ to, seen }) => to.at !== 'claiming' || seen.claimed === null,
  'Id-07 an issue is one iteration': ({ from, to }) =>
    from.at !== 'working' || !('counters' in to) || to.counters.iteration - from.counters.iteration <= 1,
};

test('I-54 I-61 I-69 every path of the loop keeps the invariants', () => {
  // Three different issues, of which each end is possible.
  const ids = ['APP-1', 'APP-2', 'APP-3'];
  const words = withSamples(issuesWords, { issue: [0, 2, 3, 4, 5], 'issues.discoverer': [0, 1] });
  const findable = {
    ...words,
    operations: words.operations.map((one) => (one.op === 'find-issue' ? { ...one, samples: foundSamples(ids) } : one)),
  };
  const job: IssuesJob = { ...issuesJob, settings: { ...settings, max: 3, discoverInterval: 2 } };
  const earlier = { ...noCounters, iteration: 4, consecutiveFailures: 0 };
  const inputs: readonly IssuesJob[] = [job, { ...job, counters: earlier, asks: true }];
  const report = explore(issues, { inputs, words: findable, states: invariants, moves, history: { start, after } });
  console.log(`issues: ${report.states} states, ${report.moves} moves`);
  expect(report.broken, 'I-16, I-58, I-71, Id-01, Id-07').toEqual([]);
});

function foundSamples(ids: readonly string[]): readonly unknown[] {
  const base = issuesWords.operations.find(({ op }) => op === 'find-issue')?.samples ?? [];
  const [found] = base as readonly { readonly is: string; readonly issue: object }[];
  return [
    ...ids.slice(0, 3).map((id) => ({ is: 'found', issue: { ...found?.issue, id } })),
    { is: 'none', blocked: [] },
  ];
}

import { expect, test } from 'vitest';
import type { Entry } from '../../journal/journal.ts';
import type { RunTree } from '../../journal/run-tree.ts';
import { counted, noCounters } from './record/loop.ts';
import type { IssuesState } from './state.ts';
import { issue, issuesJob, settings } from './testing/jobs.ts';
import { loopCounters, loopJson, loopView } from './view.ts';

const loop = { settings, counters: noCounters, left: [] };
const started = { type: 'started', machine: 'issues', version: 1, title: '', settings: {}, input: issuesJob };

const treeOf = (states: readonly IssuesState[], ...more: readonly object[]): RunTree => {
  const entries = [
    { ...started, state: states[0] },
    ...states.slice(1).map((state) => ({ type: 'moved', state })),
    ...more,
  ].map((entry, at) => ({ ...entry, atMs: at }) as unknown as Entry);
  return [{ run: 'issues-1', entries }];
};
const opening: IssuesState = { ...loop, at: 'opening' };
const working: IssuesState = { ...loop, at: 'working', issue };

test('I-08 I-10 I-21 the view has the fields of the state file', () => {
  expect(loopView(treeOf([opening, working]))).toEqual({
    active: true,
    iteration: 1,
    maxIterations: 2,
    consecutiveFailures: 0,
    discoverInterval: 1,
    tracker: 'local',
    project: 'app',
    team: 'MB90',
    labels: ['ready'],
    doneStatus: 'Done',
    inProgressStatus: 'In Progress',
    completed: [],
    failed: [],
    skipped: [],
    currentIssue: 'APP-1',
    friction: [],
  });
});

test('I-55 I-56 an issue that is over is not current, and left its friction', () => {
  const counters = counted(noCounters, 'APP-1', {
    at: 'completed',
    groups: 1,
    allGroups: 1,
    commits: [],
    friction: ['slow'],
  });
  expect(loopView(treeOf([opening, working, { ...loop, counters, at: 'reading-signal' }]))).toMatchObject({
    active: true,
    iteration: 2,
    completed: ['APP-1'],
    currentIssue: null,
    friction: [{ issue: 'APP-1', iteration: 1, points: ['slow'] }],
  });
});

test('IO-06 a paused issue stays current, and the loop is not active', () => {
  const halted: IssuesState = { ...loop, at: 'halted', onto: { ...loop, at: 'working', issue } };
  expect(loopView(treeOf([opening, working, halted]))).toMatchObject({ active: false, currentIssue: 'APP-1' });
});

test('a failed or stopped run shows its last state, and is not active until it is reopened', () => {
  const failed: IssuesState = { at: 'failed', because: { code: 'git.failed', params: {} } };
  const ended = { type: 'ended', end: 'failed', result: null } as const;
  expect(loopView(treeOf([opening, working, failed], ended))).toMatchObject({ active: false, currentIssue: 'APP-1' });
  const reopened = { type: 'reopened', state: working, keys: {} } as const;
  expect(loopView(treeOf([opening, working, failed], ended, reopened))).toMatchObject({ active: true });
});

test('IO-12 the iteration of the view stays at the maximum, and the journal counts on', () => {
  const counters = { ...noCounters, iteration: 3 };
  const tree = treeOf([opening, { ...loop, counters, at: 'spent' }]);
  expect(loopView(tree)).toMatchObject({ iteration: 2, maxIterations: 2, active: false });
  expect(loopCounters(tree)).toEqual(counters);
  expect(loopJson(tree)).toMatchObject({ loop: { iteration: 2 } });
});

test('other runs have no view', () => {
  const [{ entries }] = treeOf([opening]);
  expect(
    loopView([{ run: 'x', entries: entries.map((entry) => ({ ...entry, machine: 'task' }) as Entry) }]),
  ).toBeNull();
});

/** The loop: the signal, the next issue, its claim, the counters and the ends. */
import { describe, expect, test } from 'vitest';
import { ok, sampleFailure } from '../../failure/failure.ts';
import { replay } from '../../testing/replay.ts';
import { emptyRecord } from './issue/state.ts';
import { issues } from './machine.ts';
import { issueMarker } from './record/issue-marker.ts';
import { noCounters } from './record/loop.ts';
import type { IssuesJob, IssuesState } from './state.ts';
import { issue, issuesJob, settings } from './testing/jobs.ts';
import { agentIn, argsIn, person, questionIn, type Round } from './testing/rounds.ts';
import { issueOf, type LoopStep } from './view.ts';

const job: IssuesJob = { ...issuesJob, settings: { ...settings, max: 20, discoverInterval: 5 } };
const walk = (more: Partial<IssuesJob>, ...rounds: readonly Round[]) => replay(issues, { ...job, ...more }, rounds);

const opened: readonly Round[] = [
  {
    tracker: ok({ project: 'app-id' }),
    kept: ok({}),
    checkout: ok({ path: '.', branch: 'main', base: 'b0' }),
  },
  { base: { child: 'c', end: 'done', result: { at: 'checked', ignored: [], missing: [] } } },
];
const go: Round = { told: ok({ active: true }) };
const found = (id: string): Round => ({ found: ok({ is: 'found', issue: { ...issue, id } }) });
const none: Round = { found: ok({ is: 'none', blocked: [] }) };
const claimed: Round = { claimed: ok({ is: 'claimed' }) };
const worked = (result: object): Round => ({ work: { child: 'c', end: 'done', result } });
const completed = worked({ at: 'completed', groups: 1, allGroups: 1, commits: ['d1'], friction: ['slow'] });
const gaveUp = worked({ at: 'gave-up', failure: { type: 'structural', reason: 'red' }, friction: [] });
const skipped = worked({ at: 'skipped', friction: [] });
const one = (id: string, end: Round): readonly Round[] => [go, found(id), claimed, end];
const each = (end: Round, ...ids: readonly string[]) => ids.flatMap((id) => one(id, end));

test('I-15 I-16 the loop searches the opened project, without issues that are over', () => {
  const finding = walk({}, ...opened, ...one('A-1', completed), go);
  expect(argsIn(issues, finding, 'find-issue')).toEqual({
    scope: { ...settings.scope, project: 'app-id' },
    exclude: ['A-1'],
  });
});

test('I-19 I-20 I-76 an issue is claimed with its comment, and is the current one', () => {
  const claiming = walk({}, ...opened, go, found('A-1'));
  expect(argsIn(issues, claiming, 'claim-issue')).toMatchObject({
    issue: 'A-1',
    comment: expect.stringContaining('iteration 1 starts the autonomous plan→work→review→commit cycle'),
  });
  const working = walk({}, ...opened, go, found('A-1'), claimed);
  expect(working).toMatchObject({ at: 'working', issue: { id: 'A-1' } });
  expect(issueOf(working as LoopStep), 'I-21').toBe('A-1');
});

test.each([
  ['another run has it', { is: 'taken', by: 'other' }],
  ['a person closed it', { is: 'changed', how: 'closed' }],
])('an issue is left alone by this run if %s', (_, claim) => {
  const again = walk({}, ...opened, go, found('A-1'), { claimed: ok(claim) });
  expect(argsIn(issues, again, 'find-issue')).toMatchObject({ exclude: ['A-1'] });
  expect(again).toMatchObject({ counters: noCounters });
});

test('I-51 an issue that the loop opened itself waits for a person, until the next start', () => {
  const opening = worked({
    at: 'gave-up',
    failure: { type: 'structural', reason: 'red' },
    friction: [],
    opened: ['A-8'],
  });
  const again = walk({}, ...opened, ...one('A-1', opening), go);
  expect(argsIn(issues, again, 'find-issue')).toMatchObject({ exclude: ['A-1', 'A-8'] });
  const { counters } = again as LoopStep;
  const next = walk({ counters }, ...opened, go);
  expect(argsIn(issues, next, 'find-issue')).toMatchObject({ exclude: ['A-1'] });
});

test('I-18 the loop is done if no issue is left', () => {
  expect(walk({}, ...opened, go, none).at).toBe('done');
  expect(issues.ends['done']).toBe('done');
});

test('I-61 three failures in a row escalate; a completed issue between them does not', () => {
  expect(walk({}, ...opened, ...each(gaveUp, 'A-1', 'A-2', 'A-3')).at).toBe('given-up');
  expect(issues.ends['given-up']).toBe('escalated');
  const mixed = [...each(gaveUp, 'A-1', 'A-2'), ...one('A-3', completed), ...each(gaveUp, 'A-4', 'A-5')];
  expect(walk({}, ...opened, ...mixed)).toMatchObject({ at: 'reading-signal', counters: { consecutiveFailures: 2 } });
});

test('I-69 I-62 the maximum counts every issue, and ends the loop before it searches the next one', () => {
  const spent = walk(
    { settings: { ...settings, max: 2 } },
    ...opened,
    ...one('A-1', skipped),
    ...one('A-2', gaveUp),
    go,
  );
  expect(spent).toMatchObject({ at: 'spent', counters: { iteration: 3 } });
  expect(issues.ends['spent']).toBe('limit-reached');
});

test('I-06 a request to stop ends the loop after the issue in work, as done', () => {
  const left = walk({}, ...opened, ...one('A-1', completed), { told: ok({ active: false }) });
  expect(left).toMatchObject({ at: 'left', counters: { completed: ['A-1'] } });
  expect(issues.ends['left']).toBe('done');
});

describe('the discovery pass', () => {
  const ids = ['A-1', 'A-2', 'A-3', 'A-4', 'A-5'];
  const due = [...opened, ...each(completed, ...ids)];

  test('I-57 I-73 gets the friction of the issues after each fifth completed one', () => {
    expect(walk({}, ...opened, ...each(completed, 'A-1', 'A-2', 'A-3', 'A-4')).at).toBe('reading-signal');
    expect(agentIn(issues, walk({}, ...due))).toMatchObject({
      role: 'issues.discoverer',
      input: { completed: ids, friction: ids.map((id) => `${id}: slow`) },
    });
  });

  test('IO-07 writes its patterns and never stops the loop', () => {
    const patterns = [{ name: 'slow', seen: 5, proposal: 'command', text: 'x' }];
    const writing = walk({}, ...due, { discovered: ok({ patterns }) });
    expect(argsIn(issues, writing, 'write-discovery')).toEqual({ iteration: 5, patterns });
    expect(walk({}, ...due, { discovered: ok({ patterns: [] }) }).at).toBe('reading-signal');
    expect(walk({}, ...due, { discovered: sampleFailure('agent.schema') }).at).toBe('reading-signal');
    expect(walk({}, ...due, { discovered: sampleFailure('budget.cap-reached') }).at).toBe('failed');
  });
});

describe('a loop that is not active', () => {
  const counters = { ...noCounters, iteration: 7, consecutiveFailures: 2, completed: ['A-1'], failed: ['A-2'] };
  const asked = { counters, asks: true } as const;

  test('I-13 asks how it should start', () => {
    expect(questionIn(issues, walk(asked))).toMatchObject({
      header: 'Loop',
      choices: ['restart', 'resume', 'stop'],
      params: { iteration: 7, max: 20, completed: 1, failed: 1, skipped: 0 },
    });
  });

  test('restarts the iterations and keeps the ids, or keeps all of its state, or does not start', () => {
    expect(walk(asked, person('restart'))).toMatchObject({
      at: 'opening',
      counters: { iteration: 1, consecutiveFailures: 0, completed: ['A-1'], failed: ['A-2'] },
    });
    expect(walk(asked, person('resume'))).toMatchObject({ at: 'opening', counters });
    expect(walk(asked, person('stop')).at).toBe('declined');
  });

  test('I-12 an active one continues without a question', () => {
    expect(walk({ counters })).toMatchObject({ at: 'opening', counters });
  });
});

test('I-63 a paused issue rests with its work, and the next start continues it', () => {
  const record = { ...emptyRecord('b0'), friction: ['slow'] };
  const resting = walk({}, ...opened, go, found('A-1'), claimed, worked({ at: 'paused', record }));
  expect(issues.rests(resting)).toBe('stopped');
  const again = walk({}, ...opened, go, found('A-1'), claimed, worked({ at: 'paused', record }), { command: 'resume' });
  const [call] = Object.values(issues.steps.get(again.at)?.needs(again) ?? {});
  expect(call?.input).toMatchObject({ machine: 'issue', input: { iteration: 1, progress: record } });
});

test('a failure of the world ends the run, which can be resumed at its failed step', () => {
  const failed = walk(
    {},
    ...opened,
    go,
    found('A-1'),
    claimed,
    worked({ at: 'failed', because: { code: 'agent.auth', params: {} } }),
  );
  expect(failed).toEqual({ at: 'failed', because: { code: 'agent.auth', params: {} } });
  expect(walk({}, { ...opened[0], tracker: sampleFailure('tracker.unauthorized') })).toMatchObject({
    because: { code: 'tracker.unauthorized' },
  });
});

test('I-70 a person who ends the run leaves no claimed issue without a word', () => {
  const record = emptyRecord('b0');
  const claimedNow = [...opened, go, found('A-1'), claimed];
  const resting = walk({}, ...claimedNow, worked({ at: 'paused', record }));
  expect(issues.release(resting)).toMatchObject({ told: { input: { op: 'comment-issue', args: { issue: 'A-1' } } } });
  expect(issues.release(walk({}, ...claimedNow))).toEqual({}); // the run of the issue tells it
  expect(issues.release(walk({}, ...opened, go))).toEqual({});
});

test('checks that a person ignores on the base are not run for the groups', () => {
  const ignored = { base: { child: 'c', end: 'done', result: { at: 'checked', ignored: ['npm test'], missing: [] } } };
  expect(walk({}, opened[0] ?? {}, ignored)).toMatchObject({ settings: { checks: [] } });
});

test('each resume finds out again who can answer, and may raise the maximum, from the next state on', () => {
  const changes = { attended: [], max: 30 };
  const needsOf = (state: IssuesState) => JSON.stringify(issues.steps.get(state.at)?.needs(state));
  const working = walk({}, ...opened, go, found('A-1'), claimed);
  const adjusted = issues.adjust(working, changes);
  expect(needsOf(adjusted)).toBe(needsOf(working)); // else the issue would start again
  expect(replayFrom(adjusted, completed)).toMatchObject({ settings: changes });
  const asking = walk({ asks: true });
  expect(needsOf(issues.adjust(asking, changes))).toBe(needsOf(asking));
  const resting = walk({}, ...opened, go, found('A-1'), claimed, worked({ at: 'paused', record: null }));
  expect(replayFrom(issues.adjust(resting, changes), { command: 'resume' })).toMatchObject({
    at: 'working',
    settings: changes,
  });
  expect(issues.adjust(working, { attended: 'all' })).toBe(working);
});

const replayFrom = (state: IssuesState, answers: Round) => issues.steps.get(state.at)?.next(state, answers);

test('I-55 I-58 I-59 each end of an issue has its marker, and then no issue is current', () => {
  const working = walk({}, ...opened, go, found('A-1'), claimed);
  const after = (end: Round) => walk({}, ...opened, ...one('A-1', end));
  expect(issueMarker(working, after(completed))).toEqual({ is: 'complete', issue: 'A-1' });
  expect(issueMarker(working, after(gaveUp))).toEqual({ is: 'failed', issue: 'A-1' });
  expect(issueMarker(working, after(worked({ at: 'paused', record: null })))).toEqual({ is: 'pause', issue: 'A-1' });
  expect(issueMarker(working, after(skipped)), 'Id-05').toBeNull();
  expect(issueOf(after(completed) as LoopStep)).toBeNull();
});

test('I-56 friction is logged with its issue and iteration', () => {
  expect(walk({}, ...opened, ...one('A-1', completed))).toMatchObject({
    counters: { friction: [{ issue: 'A-1', iteration: 1, points: ['slow'] }] },
  });
});

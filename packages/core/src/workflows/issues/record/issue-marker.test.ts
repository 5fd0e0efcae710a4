import { expect, test } from 'vitest';
import { issue, settings } from '../testing/jobs.ts';
import { issueMarker } from './issue-marker.ts';
import { counted, noCounters } from './loop.ts';

const loop = { settings, counters: noCounters, left: [] };
const working = { ...loop, at: 'working', issue } as const;

test('I-58 a completed and a failed issue have their markers', () => {
  const completed = counted(noCounters, issue.id, {
    at: 'completed',
    groups: 1,
    allGroups: 1,
    commits: [],
    friction: [],
  });
  const failure = { type: 'structural', reason: 'red' } as const;
  const failed = counted(noCounters, issue.id, { at: 'gave-up', failure, friction: [] });
  expect(issueMarker(working, { ...loop, at: 'reading-signal', counters: completed })).toEqual({
    is: 'complete',
    issue: issue.id,
  });
  expect(issueMarker(working, { ...loop, at: 'given-up', counters: failed })).toEqual({
    is: 'failed',
    issue: issue.id,
  });
});

test('I-59 a pause has a marker; a skipped issue and a failed run have none', () => {
  expect(issueMarker(working, { ...loop, at: 'halted', onto: working })).toEqual({ is: 'pause', issue: issue.id });
  const skipped = counted(noCounters, issue.id, { at: 'skipped', friction: [] });
  expect(issueMarker(working, { ...loop, at: 'reading-signal', counters: skipped })).toBeNull();
  expect(issueMarker(working, { at: 'failed', because: { code: 'git.failed', params: {} } })).toBeNull();
});

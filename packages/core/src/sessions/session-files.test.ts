import { expect, test } from 'vitest';
import { readTimeline } from '../timeline/timeline.ts';
import { readHandoff, readTaskState } from './session-files.ts';

const problems = (found: ReturnType<typeof readHandoff | typeof readTaskState | typeof readTimeline>) =>
  found.ok ? [] : found.problems.map((one) => (one.code === 'not-json' ? one.code : one.key));

test.each([
  [
    'complete',
    { timestamp: '2026-01-01', fromSkill: 'x', phase: 1, summary: 's', decisions: [{ what: 'a', why: 'b' }] },
    [],
  ],
  ['with unknown fields', { summary: 's', recommendedSkills: ['x'], planPath: null }, []],
  ['without a summary', { phase: 'A' }, ['summary']],
  ['with a text as a list', { summary: 's', concerns: 'many' }, ['concerns']],
  ['that is a list', [], ['']],
])('AO-16 a handoff %s', (_, value, expected) => {
  expect(problems(readHandoff(JSON.stringify(value)))).toEqual(expected);
});

test.each([
  [
    'complete',
    { schemaVersion: 1, position: { phase: 1, task: 2 }, progress: { '1': 'complete', '2': 'in_progress' } },
    [],
  ],
  ['with an unknown progress', { schemaVersion: 1, progress: { '1': 'finished' } }, ['progress.1']],
  ['of another version', { schemaVersion: 2, progress: {} }, ['schemaVersion']],
])('AO-17 a task state %s', (_, value, expected) => {
  expect(problems(readTaskState(JSON.stringify(value)))).toEqual(expected);
});

test.each([
  ['empty', { version: 1, snapshots: [] }, []],
  [
    'with measures',
    { version: 1, snapshots: [{ capturedAt: '2026-01-01T00:00:00Z', metrics: { coupling: { value: 2 } } }] },
    [],
  ],
  ['without a time', { version: 1, snapshots: [{ capturedAt: 'soon', metrics: {} }] }, ['snapshots.0.capturedAt']],
  [
    'with a text as a measure',
    { version: 1, snapshots: [{ capturedAt: '2026-01-01', metrics: { coupling: { value: '2' } } }] },
    ['snapshots.0.metrics.coupling.value'],
  ],
])('AO-33 a timeline %s', (_, value, expected) => {
  expect(problems(readTimeline(JSON.stringify(value)))).toEqual(expected);
});

test('half a document is no document', () => {
  for (const read of [readHandoff, readTaskState, readTimeline])
    expect(problems(read('{"summary": "a'))).toEqual(['not-json']);
});

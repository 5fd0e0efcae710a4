import { expect, test } from 'vitest';
import { readTaskState } from './session-files.ts';
import { readTaskProgress, type TaskStateInput, taskStateText } from './task-state.ts';

const state: TaskStateInput = {
  position: { phase: 1, task: 2 },
  progress: new Map([
    [1, 'complete'],
    [2, 'in_progress'],
  ]),
  decisions: [{ date: '2026-03-19', decision: 'SQLite', context: 'Task 1\nof 2' }],
  blockers: [{ id: 'b1', description: 'a key', status: 'open' }],
  lastSession: 'x',
};
const progressOf = (text: string | null) => {
  const read = readTaskProgress(text);
  return read.is === 'read' ? [...read.progress] : read.is;
};

test('AO-17 the tasks are read as they were written, and in order for `harness validate`', () => {
  expect(progressOf(taskStateText(state))).toEqual([...state.progress]);
  expect(JSON.parse(taskStateText(state))).toEqual({
    schemaVersion: 1,
    position: { phase: 1, task: 2 },
    progress: { '1': 'complete', '2': 'in_progress' },
    decisions: [{ date: '2026-03-19', decision: 'SQLite', context: 'Task 1 of 2' }],
    blockers: [{ id: 'b1', description: 'a key', status: 'open' }],
    lastSession: 'x',
  });
  expect(readTaskState(taskStateText(state)).ok).toBe(true);
});

test.each([
  ['no file', null, 'missing'],
  ['half a file', taskStateText(state).slice(0, 50), 'unreadable'],
  ['megabytes', `{"schemaVersion":1,"progress":{},"x":"${'x'.repeat(10_000_000)}"}`, 'unreadable'],
  ['an unknown word', '{"schemaVersion":1,"progress":{"1":"finished"}}', 'unreadable'],
  [
    'other keys',
    '{"schemaVersion":1,"progress":{"1":"complete","__proto__":"complete","-1":"complete","x":"pending"}}',
    [[1, 'complete']],
  ],
])('AO-17 %s', (_, text, expected) => {
  expect(progressOf(text)).toEqual(expected);
});

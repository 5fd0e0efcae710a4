import { expect, test } from 'vitest';
import { readTaskNotes } from './task-notes.ts';

const decision = { date: '2026-01-01', decision: 'red', context: 'why' };
const blocker = { id: 'b1', description: 'no key', status: 'resolved' };
const file = (own: object) => JSON.stringify({ schemaVersion: 1, position: { phase: 1 }, progress: {}, ...own });

test('AO-17 keeps well-formed decisions and blockers of the phase', () => {
  const text = file({ decisions: [decision, { date: 1 }, 'x'], blockers: [blocker, { ...blocker, status: 'gone' }] });
  expect(readTaskNotes(text, 1)).toEqual({
    decisions: [decision],
    blockers: [blocker, { ...blocker, status: 'open' }],
  });
});

test.each([
  ['a missing file', null],
  ['half a JSON', '{"schemaVersion": 1'],
  ['another phase', file({ position: { phase: 2 }, decisions: [decision] })],
  ['no position', file({ position: undefined, decisions: [decision] })],
])('AO-17 has no notes from %s', (_, text) => {
  expect(readTaskNotes(text, 1)).toEqual({ decisions: [], blockers: [] });
});

import { expect, test } from 'vitest';
import { formatReason, parseReason } from './escalation-reason.ts';

test('writes and reads a kind with its detail, also if the detail has a colon', () => {
  expect(parseReason(formatReason('blocked', 'F-001,F-002'))).toEqual({ kind: 'blocked', about: 'F-001, F-002' });
  expect(parseReason(formatReason('pull', 'F-001', 'forge.refused'))).toEqual({
    kind: 'pull',
    about: 'F-001:forge.refused',
  });
  expect(parseReason(formatReason('nothing-can-go-on'))).toEqual({ kind: 'nothing-can-go-on', about: '' });
});

test("returns null for a reason in the orchestrator's own words", () => {
  expect(parseReason('the spec contradicts itself: see page 2')).toBeNull();
  expect(parseReason('constructor')).toBeNull();
});

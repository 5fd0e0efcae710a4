import { expect, test } from 'vitest';
import { formatReason, parseReason } from './escalation-reason.ts';

test('a reason of the harness is a kind and what it is about, also when that has a colon', () => {
  expect(parseReason(formatReason('blocked', 'F-001,F-002'))).toEqual({ kind: 'blocked', about: 'F-001, F-002' });
  expect(parseReason(formatReason('pull', 'F-001', 'forge.refused'))).toEqual({
    kind: 'pull',
    about: 'F-001:forge.refused',
  });
  expect(parseReason(formatReason('nothing-can-go-on'))).toEqual({ kind: 'nothing-can-go-on', about: '' });
});

test('what an orchestrator says is left as it is', () => {
  expect(parseReason('the spec contradicts itself: see page 2')).toBeNull();
  expect(parseReason('constructor')).toBeNull();
});

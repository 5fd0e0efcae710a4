import { expect, test } from 'vitest';
import { reasonIn, reasonOf } from './reason.ts';

test('a reason of the harness is a kind and what it is about, also when that has a colon', () => {
  expect(reasonIn(reasonOf('blocked', 'F-001,F-002'))).toEqual({ kind: 'blocked', about: 'F-001, F-002' });
  expect(reasonIn(reasonOf('pull', 'F-001', 'forge.refused'))).toEqual({ kind: 'pull', about: 'F-001:forge.refused' });
  expect(reasonIn(reasonOf('nothing-can-go-on'))).toEqual({ kind: 'nothing-can-go-on', about: '' });
});

test('what an orchestrator says is left as it is', () => {
  expect(reasonIn('the spec contradicts itself: see page 2')).toBeNull();
  expect(reasonIn('constructor')).toBeNull();
});

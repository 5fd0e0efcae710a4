import { expect, test } from 'vitest';
import type { Entry } from '../journal/journal.ts';
import { findResumableSession, savedDiff } from './resumable-session.ts';

const asked = (key: string, role: string, cwd = 'lane') =>
  ({
    type: 'asked',
    key,
    effect: { kind: 'agent', input: { role, item: null, workplace: { cwd, checkpoint: 'c' }, input: {} } },
  }) as unknown as Entry;
const started = (key: string, session: string, provider = 'claude') =>
  ({ type: 'noted', key, code: 'agent.started', params: { provider, session } }) as unknown as Entry;
const answered = (key: string, ok = true) =>
  ({
    type: 'answered',
    key,
    outcome: ok ? { ok, value: 1 } : { ok, failure: { code: 'agent.crash', params: {} } },
  }) as unknown as Entry;
const call = (key: string, role: string, session: string) => [asked(key, role), started(key, session), answered(key)];

const request = { key: 'now', provider: 'claude', isRepair: false, resumes: true };
const now = asked('now', 'implementer');

test('continues the last successful call of the role in the same place', () => {
  const entries = [
    ...call('1', 'implementer', 's1'),
    ...call('2', 'reviewer', 's2'),
    ...call('3', 'implementer', 's3'),
    now,
  ];
  expect(findResumableSession(entries, request)).toBe('s3');
  expect(findResumableSession(entries, { ...request, resumes: false })).toBeNull();
});

test('ignores calls that failed, in another place, or of another provider', () => {
  const failed = [asked('2', 'implementer'), started('2', 's2'), answered('2', false)];
  const elsewhere = [asked('3', 'implementer', 'other'), started('3', 's3'), answered('3')];
  expect(findResumableSession([...call('1', 'implementer', 's1'), ...failed, ...elsewhere, now], request)).toBe('s1');
  expect(findResumableSession([...call('1', 'implementer', 's1'), now], { ...request, provider: 'codex' })).toBeNull();
  expect(findResumableSession([now], request)).toBeNull();
});

test('repairs an unreadable answer in its own session, for any role', () => {
  const entries = [...call('1', 'implementer', 's1'), now, started('now', 's2')];
  expect(findResumableSession(entries, { ...request, isRepair: true, resumes: false })).toBe('s2');
});

test('returns the diff of the last checkpoint', () => {
  const saving = (key: string, diff: string) => [
    { type: 'asked', key, effect: { kind: 'git', input: { op: 'checkpoint', args: {} } } },
    { type: 'answered', key, outcome: { ok: true, value: { commit: 'c', diff } } },
  ];
  const other = { type: 'asked', key: '9', effect: { kind: 'git', input: { op: 'open-lane', args: {} } } };
  const entries = [...saving('1', 'first'), ...saving('2', 'second'), other] as unknown as Entry[];
  expect(savedDiff(entries)).toBe('second');
  expect(savedDiff([])).toBeNull();
});

import { expect, test } from 'vitest';
import type { TrackerError } from '../tracker-error.ts';
import { toTrackerError } from './response-error.ts';

const nowMs = Date.parse('2026-11-19T12:00:00Z');
const failureOf = (response: object) => (toTrackerError({ raw: { response } }, nowMs) as TrackerError).failure;
const limited = (headers: Record<string, string>) =>
  failureOf({ status: 429, headers: new Headers(headers) }).params['retryAfterMs'];
const error = (extensions: object, message = 'It failed') => ({ errors: [{ message, extensions }] });

test.each([
  ['a status alone', { status: 503 }, 'tracker.unavailable', 'status 503'],
  ['a wrong path', { status: 404, error: '<html>' }, 'tracker.not-found', 'status 404'],
  ['a proxy that asks for a login', { status: 407, error: '<html>' }, 'tracker.refused', 'status 407'],
  [
    'a list without data',
    { status: 200, errors: [] },
    'tracker.unavailable',
    'it answered with a page instead of data',
  ],
  ['an unknown type', { status: 200, ...error({ type: 'new' }) }, 'tracker.refused', 'It failed'],
  ['a status in the list', { status: 200, ...error({ statusCode: 502 }) }, 'tracker.unavailable', 'It failed'],
  ['no extensions', { status: 400, errors: [{ message: 'Syntax Error' }] }, 'tracker.refused', 'Syntax Error'],
  ['no message', { status: 200, errors: [{}] }, 'tracker.refused', 'an error without a message'],
  [
    'a long text',
    { status: 400, errors: [{ message: `${'x'.repeat(400)}\ny` }] },
    'tracker.refused',
    `${'x'.repeat(300)}…`,
  ],
  [
    'a missing entity',
    { status: 200, ...error({}, 'Entity not found: Issue') },
    'tracker.not-found',
    'Entity not found: Issue',
  ],
])('%s has a code and one line', (_, response, code, detail) => {
  expect(failureOf(response)).toMatchObject({ code, params: { detail } });
});

test('a limit waits as its headers say: seconds, milliseconds, the longest of several, or a minute', () => {
  const [seconds, ms] = [String(nowMs / 1_000 + 30), String(nowMs + 90_000)];
  expect(limited({ 'retry-after': '7' })).toBe(8_000);
  expect(limited({ 'x-ratelimit-requests-remaining': '0', 'x-ratelimit-requests-reset': seconds })).toBe(31_000);
  const both = {
    'x-ratelimit-requests-remaining': '0',
    'x-ratelimit-requests-reset': seconds,
    'x-ratelimit-endpoint-requests-remaining': '0',
    'x-ratelimit-endpoint-requests-reset': ms,
    'x-ratelimit-complexity-remaining': '10',
    'x-ratelimit-complexity-reset': String(nowMs + 3_600_000),
  };
  expect(limited(both)).toBe(91_000);
  expect(limited({})).toBe(60_000);
  expect(limited({ 'x-ratelimit-requests-remaining': '0', 'x-ratelimit-requests-reset': 'soon' })).toBe(60_000);
});

test('an error that is no failure of the tracker stays as it is', () => {
  for (const bug of [new RangeError('bug'), new TypeError('x is not a function')])
    expect(toTrackerError(bug, nowMs)).toBe(bug);
});

import { describe, expect, test } from 'vitest';
import { type AcpEnding, classifyAcpFailure, type RpcError } from './failure.ts';

const noSigns: AcpEnding = { aborted: false, begun: true, stderr: '', garbage: '' };
const outcomeOf = (ending: Partial<AcpEnding>) => classifyAcpFailure({ ...noSigns, ...ending })?.outcome;
const internal = (message: string, data?: unknown): RpcError => ({ code: -32603, message, data });

test.each([
  ['end_turn', undefined],
  ['max_turn_requests', 'turn_limit'],
  ['max_tokens', 'context'],
  ['refusal', 'bad_request'],
  ['cancelled', 'aborted'],
  ['a reason of another version', 'unknown'],
])('a turn with stop reason %s is %s', (stop, outcome) => {
  expect(outcomeOf({ stop })).toBe(outcome);
});

test('a call that is stopped from outside is aborted, whatever the other signs', () => {
  expect(outcomeOf({ aborted: true, stop: 'end_turn', error: internal('rate limit') })).toBe('aborted');
});

describe('an error', () => {
  test.each([
    ['a name of claude', internal('Internal error', { errorKind: 'rate_limit' }), 'rate_limit'],
    ['a name of claude', internal('Internal error', { errorKind: 'overloaded' }), 'overloaded'],
    ['a name of claude', internal('Internal error', { errorKind: 'authentication_failed' }), 'auth'],
    ['a name of claude', internal('Internal error', { errorKind: 'billing_error' }), 'billing'],
    ['a name of claude', internal('Internal error', { errorKind: 'model_not_found' }), 'bad_request'],
    [
      'a specific sentence and a general name',
      internal('Prompt is too long', { errorKind: 'invalid_request' }),
      'context',
    ],
    ['a name of opencode', internal('Internal error', { errorName: 'ContextOverflowError' }), 'context'],
    ['a sentence in its data', internal('Internal error', { details: 'Too Many Requests' }), 'rate_limit'],
    ['a sentence', internal('Your credit balance is too low'), 'billing'],
    ['a sentence', internal('You exceeded your current quota, check your billing'), 'billing'],
    ['a sentence', internal('The model is overloaded'), 'overloaded'],
    ['a sentence', internal('connect ECONNREFUSED 127.0.0.1:1'), 'network'],
    ['a sentence', internal('Reached maximum number of turns (3)'), 'turn_limit'],
    ['a sentence', internal('Session not found'), 'session_lost'],
    ['unknown text', internal('{}'), 'unknown'],
    ['a login request', { code: -32000, message: 'Authentication required' }, 'auth'],
    ['a login request in other words', { code: -32000, message: 'Nobody is here' }, 'auth'],
    ['the status of the endpoint', { code: 429, message: '{}' }, 'rate_limit'],
    ['the status of the endpoint', { code: 500, message: '{}' }, 'overloaded'],
    ['the status of the endpoint', { code: 404, message: '{}' }, 'bad_request'],
    ['an invalid request', { code: -32602, message: 'Invalid params' }, 'bad_request'],
  ])('with %s (%j) is %s', (_, error, outcome) => {
    expect(outcomeOf({ error })).toBe(outcome);
  });

  test.each([
    ['an unknown method', { code: -32601, message: 'Method not found' }, 'startup'],
    ['anything else', internal('{}'), 'startup'],
    ['an unknown session', { code: -32002, message: 'gone' }, 'session_lost'],
  ])('before there is a session, %s is %s', (_, error, outcome) => {
    expect(outcomeOf({ begun: false, error })).toBe(outcome);
  });

  test('keeps its text, status and retry-after time', () => {
    const said = internal('API Error: Request rejected (429), try again in 1.5s', { errorKind: 'rate_limit' });
    const error = { detail: said.message, status: 429, retryAfterMs: 1_500 };
    expect(classifyAcpFailure({ ...noSigns, error: said })).toEqual({ outcome: 'rate_limit', error });
  });

  test('the last failed request to the model counts more than the sentence', () => {
    const error = internal('Internal error', { errorKind: 'server_error' });
    expect(classifyAcpFailure({ ...noSigns, error, trouble: { status: 529 } })).toMatchObject({
      outcome: 'overloaded',
    });
    expect(classifyAcpFailure({ ...noSigns, error, trouble: { unreachable: 'refused' } })).toMatchObject({
      outcome: 'network',
    });
    const limited = { status: 429, retryAfterMs: 3_600_000 };
    const failed = classifyAcpFailure({ ...noSigns, error: internal('rate limit'), trouble: limited });
    expect(failed?.error).toMatchObject(limited);
  });
});

test('a failed turn that is reported as done is classified by its text', () => {
  const broken = 'exceeded retry limit, last status: 429 Too Many Requests';
  expect(classifyAcpFailure({ ...noSigns, stop: 'end_turn', broken })).toMatchObject({
    outcome: 'rate_limit',
    error: { detail: broken, status: 429 },
  });
  expect(outcomeOf({ stop: 'end_turn', broken: 'oh' })).toBe('unknown');
});

describe('a process that exits', () => {
  const left = { lost: 'ACP connection closed', exit: { code: 3, signal: null }, stderr: 'oh dear\n' };

  test.each([
    ['while it works is a crash', true, 'crash'],
    ['before it has a session is a startup failure', false, 'startup'],
  ])('%s, and the end of its output is reported', (_, begun, outcome) => {
    const failed = classifyAcpFailure({ ...noSigns, ...left, begun, garbage: 'Welcome!' });
    expect(failed?.outcome).toBe(outcome);
    expect(failed?.error.detail).toMatch(/exit code 3; oh dear; Welcome!/);
  });

  test('because the user is not logged in is an auth failure', () => {
    expect(outcomeOf({ ...left, begun: false, stderr: 'Error: not logged in' })).toBe('auth');
  });
});

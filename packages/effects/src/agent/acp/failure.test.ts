import { describe, expect, test } from 'vitest';
import { type AcpEnding, classifyAcpFailure, type RpcError } from './failure.ts';

const nothing: AcpEnding = { aborted: false, begun: true, stderr: '', garbage: '' };
const outcomeOf = (ending: Partial<AcpEnding>) => classifyAcpFailure({ ...nothing, ...ending })?.outcome;
const internal = (message: string, data?: unknown): RpcError => ({ code: -32603, message, data });

test.each([
  ['end_turn', undefined],
  ['max_turn_requests', 'turn_limit'],
  ['max_tokens', 'context'],
  ['refusal', 'bad_request'],
  ['cancelled', 'aborted'],
  ['a word of another version', 'unknown'],
])('a turn that stopped by %s is %s', (stop, outcome) => {
  expect(outcomeOf({ stop })).toBe(outcome);
});

test('who was stopped from outside is aborted, whatever else is known', () => {
  expect(outcomeOf({ aborted: true, stop: 'end_turn', error: internal('rate limit') })).toBe('aborted');
});

describe('an error', () => {
  test.each([
    ['claude’s own word', internal('Internal error', { errorKind: 'rate_limit' }), 'rate_limit'],
    ['claude’s own word', internal('Internal error', { errorKind: 'overloaded' }), 'overloaded'],
    ['claude’s own word', internal('Internal error', { errorKind: 'authentication_failed' }), 'auth'],
    ['claude’s own word', internal('Internal error', { errorKind: 'billing_error' }), 'billing'],
    ['claude’s own word', internal('Internal error', { errorKind: 'model_not_found' }), 'bad_request'],
    ['a narrower sentence beside it', internal('Prompt is too long', { errorKind: 'invalid_request' }), 'context'],
    ['opencode’s own word', internal('Internal error', { errorName: 'ContextOverflowError' }), 'context'],
    ['a sentence aside', internal('Internal error', { details: 'Too Many Requests' }), 'rate_limit'],
    ['a sentence', internal('Your credit balance is too low'), 'billing'],
    ['a sentence', internal('You exceeded your current quota, check your billing'), 'billing'],
    ['a sentence', internal('The model is overloaded'), 'overloaded'],
    ['a sentence', internal('connect ECONNREFUSED 127.0.0.1:1'), 'network'],
    ['a sentence', internal('Reached maximum number of turns (3)'), 'turn_limit'],
    ['a sentence', internal('Session not found'), 'session_lost'],
    ['that nobody can read', internal('{}'), 'unknown'],
    ['that a login is needed', { code: -32000, message: 'Authentication required' }, 'auth'],
    ['that a login is needed, in other words', { code: -32000, message: 'Nobody is here' }, 'auth'],
    ['the status of the endpoint', { code: 429, message: '{}' }, 'rate_limit'],
    ['the status of the endpoint', { code: 500, message: '{}' }, 'overloaded'],
    ['the status of the endpoint', { code: 404, message: '{}' }, 'bad_request'],
    ['a request that it does not take', { code: -32602, message: 'Invalid params' }, 'bad_request'],
  ])('that says %s (%j) is %s', (_, error, outcome) => {
    expect(outcomeOf({ error })).toBe(outcome);
  });

  test.each([
    ['a method that it does not have', { code: -32601, message: 'Method not found' }, 'startup'],
    ['anything else', internal('{}'), 'startup'],
    ['a session that it does not have', { code: -32002, message: 'gone' }, 'session_lost'],
  ])('before there is a session, %s is %s', (_, error, outcome) => {
    expect(outcomeOf({ begun: false, error })).toBe(outcome);
  });

  test('keeps its words, its status, and when to come again', () => {
    const said = internal('API Error: Request rejected (429), try again in 1.5s', { errorKind: 'rate_limit' });
    const error = { detail: said.message, status: 429, retryAfterMs: 1_500 };
    expect(classifyAcpFailure({ ...nothing, error: said })).toEqual({ outcome: 'rate_limit', error });
  });

  test('what went by on the way to the model is surer than the sentence', () => {
    const error = internal('Internal error', { errorKind: 'server_error' });
    expect(classifyAcpFailure({ ...nothing, error, trouble: { status: 529 } })).toMatchObject({
      outcome: 'overloaded',
    });
    expect(classifyAcpFailure({ ...nothing, error, trouble: { unreachable: 'refused' } })).toMatchObject({
      outcome: 'network',
    });
    const limited = { status: 429, retryAfterMs: 3_600_000 };
    const failed = classifyAcpFailure({ ...nothing, error: internal('rate limit'), trouble: limited });
    expect(failed?.error).toMatchObject(limited);
  });
});

test('a turn that calls itself done and is not is read by what it said', () => {
  const broken = 'exceeded retry limit, last status: 429 Too Many Requests';
  expect(classifyAcpFailure({ ...nothing, stop: 'end_turn', broken })).toMatchObject({
    outcome: 'rate_limit',
    error: { detail: broken, status: 429 },
  });
  expect(outcomeOf({ stop: 'end_turn', broken: 'oh' })).toBe('unknown');
});

describe('a process that left', () => {
  const left = { lost: 'ACP connection closed', exit: { code: 3, signal: null }, stderr: 'oh dear\n' };

  test.each([
    ['while it worked has crashed', true, 'crash'],
    ['before it could work could not be started', false, 'startup'],
  ])('%s, and its last words are told', (_, begun, outcome) => {
    const failed = classifyAcpFailure({ ...nothing, ...left, begun, garbage: 'Welcome!' });
    expect(failed?.outcome).toBe(outcome);
    expect(failed?.error.detail).toMatch(/exit code 3; oh dear; Welcome!/);
  });

  test('because nobody is logged in says so', () => {
    expect(outcomeOf({ ...left, begun: false, stderr: 'Error: not logged in' })).toBe('auth');
  });
});

import { expect, test } from 'vitest';
import { type ClaudeEnding, classifyClaudeFailure, type FinalResult } from './failure.ts';

const noSigns: ClaudeEnding = {
  aborted: false,
  begun: true,
  result: undefined,
  apiError: undefined,
  trouble: undefined,
  thrown: undefined,
  exit: undefined,
  stderr: '',
};
const result = (more: Partial<FinalResult>): FinalResult => ({
  subtype: 'success',
  isError: true,
  text: '',
  errors: [],
  terminalReason: undefined,
  status: undefined,
  startupFailure: undefined,
  ...more,
});
const outcomeOf = (ending: Partial<ClaudeEnding>) => classifyClaudeFailure({ ...noSigns, ...ending })?.outcome;

test('only a success that is not marked as an error succeeds', () => {
  expect(classifyClaudeFailure({ ...noSigns, result: result({ isError: false }) })).toBeUndefined();
  expect(outcomeOf({ result: result({}) })).toBe('unknown');
  expect(outcomeOf({ result: result({ isError: false, subtype: 'error_during_execution' }) })).toBe('unknown');
  expect(outcomeOf({ result: result({ isError: false, subtype: 'error_of_tomorrow' }) })).toBe('unknown');
});

test('a call that is stopped from outside is aborted, whatever the result', () => {
  expect(outcomeOf({ aborted: true, result: result({ isError: false }) })).toBe('aborted');
  expect(outcomeOf({ aborted: true, thrown: 'killed' })).toBe('aborted');
});

test.each([
  ['error_max_turns', 'turn_limit'],
  ['error_max_budget_usd', 'budget'],
  ['error_max_structured_output_retries', 'schema'],
])('%s is %s', (subtype, kind) => {
  expect(outcomeOf({ result: result({ subtype }) })).toBe(kind);
});

test.each([
  [401, 'auth'],
  [402, 'billing'],
  [403, 'auth'],
  [404, 'bad_request'],
  [400, 'bad_request'],
  [413, 'context'],
  [429, 'rate_limit'],
  [500, 'overloaded'],
  [503, 'overloaded'],
  [529, 'overloaded'],
  [418, 'unknown'],
])('status %d is %s', (status, kind) => {
  expect(
    classifyClaudeFailure({ ...noSigns, apiError: 'server_error', result: result({ status, text: 'no' }) }),
  ).toEqual({
    outcome: kind,
    error: { detail: 'no', status },
  });
});

test('the text counts more than a general status', () => {
  expect(outcomeOf({ result: result({ status: 400, terminalReason: 'prompt_too_long' }) })).toBe('context');
  expect(outcomeOf({ result: result({ status: 400 }), apiError: 'billing_error' })).toBe('billing');
  expect(outcomeOf({ result: result({ status: 400, text: 'Credit balance is too low' }) })).toBe('billing');
  const lost = { subtype: 'error_during_execution', errors: ['No conversation found with session ID: x'] };
  expect(outcomeOf({ result: result(lost) })).toBe('session_lost');
  expect(outcomeOf({ result: result({ subtype: 'error_during_execution', startupFailure: 'any' }) })).toBe('startup');
});

test('without a status the API error counts, and no answer is a network failure', () => {
  expect(outcomeOf({ result: result({}), apiError: 'authentication_failed' })).toBe('auth');
  expect(outcomeOf({ result: result({}), apiError: 'rate_limit' })).toBe('rate_limit');
  expect(outcomeOf({ result: result({}), apiError: 'server_error' })).toBe('network');
  expect(
    classifyClaudeFailure({ ...noSigns, result: result({ text: 'lost' }), trouble: { unreachable: 'ECONNREFUSED' } }),
  ).toEqual({
    outcome: 'network',
    error: { detail: 'the endpoint cannot be reached: ECONNREFUSED; lost' },
  });
});

test('reports the retry-after time only for failures that wait', () => {
  const trouble = { status: 429, retryAfterMs: 5_000 };
  expect(classifyClaudeFailure({ ...noSigns, trouble, result: result({ status: 429 }) })?.error.retryAfterMs).toBe(
    5_000,
  );
  expect(
    classifyClaudeFailure({ ...noSigns, trouble, result: result({ status: 401 }) })?.error.retryAfterMs,
  ).toBeUndefined();
});

test('an end without a result is a startup failure or a crash, with all details', () => {
  const exit = { code: null, signal: 'SIGKILL' };
  expect(
    classifyClaudeFailure({ ...noSigns, begun: false, exit: { code: 1, signal: null }, stderr: 'bad flag\n' }),
  ).toEqual({
    outcome: 'startup',
    error: { detail: 'exit code 1; bad flag' },
  });
  expect(classifyClaudeFailure({ ...noSigns, exit, thrown: 'it went' })).toEqual({
    outcome: 'crash',
    error: { detail: 'it went; ended by SIGKILL' },
  });
  expect(classifyClaudeFailure(noSigns)?.error.detail).toBe('it exited without a message');
});

import { expect, test } from 'vitest';
import { type ClaudeEnding, classifyClaudeFailure, type FinalResult } from './failure.ts';

const nothing: ClaudeEnding = {
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
const outcomeOf = (ending: Partial<ClaudeEnding>) => classifyClaudeFailure({ ...nothing, ...ending })?.outcome;

test('only a success that does not call itself an error is one', () => {
  expect(classifyClaudeFailure({ ...nothing, result: result({ isError: false }) })).toBeUndefined();
  expect(outcomeOf({ result: result({}) })).toBe('unknown');
  expect(outcomeOf({ result: result({ isError: false, subtype: 'error_during_execution' }) })).toBe('unknown');
  expect(outcomeOf({ result: result({ isError: false, subtype: 'error_of_tomorrow' }) })).toBe('unknown');
});

test('who was stopped from outside is aborted, whatever it says', () => {
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
    classifyClaudeFailure({ ...nothing, apiError: 'server_error', result: result({ status, text: 'no' }) }),
  ).toEqual({
    outcome: kind,
    error: { detail: 'no', status },
  });
});

test('words are surer than a status that says little', () => {
  expect(outcomeOf({ result: result({ status: 400, terminalReason: 'prompt_too_long' }) })).toBe('context');
  expect(outcomeOf({ result: result({ status: 400 }), apiError: 'billing_error' })).toBe('billing');
  expect(outcomeOf({ result: result({ status: 400, text: 'Credit balance is too low' }) })).toBe('billing');
  const lost = { subtype: 'error_during_execution', errors: ['No conversation found with session ID: x'] };
  expect(outcomeOf({ result: result(lost) })).toBe('session_lost');
  expect(outcomeOf({ result: result({ subtype: 'error_during_execution', startupFailure: 'any' }) })).toBe('startup');
});

test('without a status the word of the program counts, and silence is the network', () => {
  expect(outcomeOf({ result: result({}), apiError: 'authentication_failed' })).toBe('auth');
  expect(outcomeOf({ result: result({}), apiError: 'rate_limit' })).toBe('rate_limit');
  expect(outcomeOf({ result: result({}), apiError: 'server_error' })).toBe('network');
  expect(
    classifyClaudeFailure({ ...nothing, result: result({ text: 'lost' }), trouble: { unreachable: 'ECONNREFUSED' } }),
  ).toEqual({
    outcome: 'network',
    error: { detail: 'the endpoint cannot be reached: ECONNREFUSED; lost' },
  });
});

test('when to come again is told where it is waited for', () => {
  const trouble = { status: 429, retryAfterMs: 5_000 };
  expect(classifyClaudeFailure({ ...nothing, trouble, result: result({ status: 429 }) })?.error.retryAfterMs).toBe(
    5_000,
  );
  expect(
    classifyClaudeFailure({ ...nothing, trouble, result: result({ status: 401 }) })?.error.retryAfterMs,
  ).toBeUndefined();
});

test('an end without a word is a start that failed or a crash, and says all that is known', () => {
  const exit = { code: null, signal: 'SIGKILL' };
  expect(
    classifyClaudeFailure({ ...nothing, begun: false, exit: { code: 1, signal: null }, stderr: 'bad flag\n' }),
  ).toEqual({
    outcome: 'startup',
    error: { detail: 'exit code 1; bad flag' },
  });
  expect(classifyClaudeFailure({ ...nothing, exit, thrown: 'it went' })).toEqual({
    outcome: 'crash',
    error: { detail: 'it went; ended by SIGKILL' },
  });
  expect(classifyClaudeFailure(nothing)?.error.detail).toBe('it ended without a word');
});

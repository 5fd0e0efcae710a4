import { describe, expect, test } from 'vitest';
import { type CodexEnding, classifyCodexFailure, isFinal, parseReconnect, readFailure } from './failure.ts';

const nowMs = new Date(2026, 10, 15, 12, 30, 20).getTime(); // in the local time zone
const known = { announcedMs: undefined, nowMs };
const limit = 'You’ve hit your usage limit. Upgrade to Pro or';

describe('sentences of the program', () => {
  test.each([
    ['unexpected status 401 Unauthorized: Incorrect API key provided., url: http://h/v1/responses', 'auth', 401],
    ['unexpected status 403 Forbidden: Country, region not supported, url: http://h/v1/responses', 'auth', 403],
    ['unexpected status 404 Not Found: The model `x` does not exist, url: http://h/v1/responses', 'bad_request', 404],
    ['unexpected status 402 Payment Required: pay, url: http://h', 'billing', 402],
    ['unexpected status 413 Payload Too Large: less, url: http://h', 'context', 413],
    ['unexpected status 529 <unknown status code>: Overloaded, url: http://h', 'overloaded', 529],
    ['unexpected status 502 Bad Gateway: <html>, url: http://h', 'overloaded', 502],
    ['exceeded retry limit, last status: 429 Too Many Requests', 'rate_limit', 429],
    ['exceeded retry limit, last status: 500 Internal Server Error', 'overloaded', 500],
    ['{"error":{"type":"invalid_request_error","code":null,"message":"Invalid \'tools\'."}}', 'bad_request', 400],
    ['{"error":{"code":"context_length_exceeded","message":"Your input is too long."}}', 'context', 400],
    ['{"detail":"Unsupported parameter"}', 'bad_request', 400],
    ['{ half a document', 'unknown', undefined],
    ["Codex ran out of room in the model's context window. Start a new thread.", 'context', undefined],
    ['Quota exceeded. Check your plan and billing details.', 'billing', undefined],
    [`${limit} try again later.`, 'rate_limit', 429],
    ['rate limit exceeded: Rate limit reached for the model on tokens per min (TPM).', 'rate_limit', 429],
    ['We’re currently experiencing high demand, which may cause temporary errors.', 'overloaded', undefined],
    ['Selected model is at capacity. Please try a different model.', 'overloaded', undefined],
    ['Missing environment variable: `OPENAI_API_KEY`.', 'auth', undefined],
    ['Your access token could not be refreshed. Please log in again.', 'auth', undefined],
    ['Invalid prompt.', 'bad_request', undefined],
    ['stream disconnected before completion: The model failed.', 'overloaded', undefined],
    ['stream disconnected before completion: stream closed before response.completed', 'network', undefined],
    ['stream disconnected before completion: Transport error: network error: error decoding', 'network', undefined],
    ['stream disconnected before completion: idle timeout waiting for SSE', 'network', undefined],
    ['Connection failed: error sending request', 'network', undefined],
    ['no rollout found for thread id 01a1df31', 'session_lost', undefined],
    ['Not inside a trusted directory and --skip-git-repo-check was not specified.', 'startup', undefined],
    ['something that nobody has ever seen', 'unknown', undefined],
  ])('%s', (sentence, outcome, status) => {
    const failed = readFailure(sentence, known);
    expect([failed.outcome, failed.error.status]).toEqual([outcome, status]);
    expect(failed.error.detail).not.toBe('');
  });
});

describe('the retry-after time', () => {
  test.each([
    ['rate limit exceeded: Please try again in 1.5s.', 1_500],
    ['rate limit exceeded: Please try again in 20ms.', 20],
    [`${limit} try again in 2 days 3 hours 5 minutes.`, (51 * 60 + 5) * 60_000],
    [`${limit} try again at 2:52 PM.`, (2 * 60 + 23) * 60_000 - 20_000],
    [`${limit} try again at 12:05 AM.`, (11 * 60 + 36) * 60_000 - 20_000],
    [`${limit} try again at 9:00 AM.`, (20 * 60 + 31) * 60_000 - 20_000],
    [`${limit} try again at Nov 17th, 2026 12:30 PM.`, 48 * 3_600_000 + 40_000],
    [`${limit} try again later.`, undefined],
  ])('%s', (sentence, ms) => expect(readFailure(sentence, known).error.retryAfterMs).toBe(ms));

  test('the announced time counts if the sentence has none, and only after a 429', () => {
    const announced = { ...known, announcedMs: 9_000 };
    expect(readFailure('exceeded retry limit, last status: 429', announced).error.retryAfterMs).toBe(9_000);
    expect(readFailure('rate limit exceeded: try again in 1s', announced).error.retryAfterMs).toBe(1_000);
    for (const other of ['unexpected status 401 Unauthorized', 'last status: 500', 'rate limit exceeded: too many'])
      expect(readFailure(other, announced).error).not.toHaveProperty('retryAfterMs');
  });
});

test('tells a retry from a failure', () => {
  expect(parseReconnect('Reconnecting... 2/5 (unexpected status 500 (oh): x)')).toEqual({
    nth: 2,
    why: 'unexpected status 500 (oh): x',
  });
  expect(parseReconnect('unexpected status 500')).toBeUndefined();
});

test('no access, no credit, too long and bad requests are final', () => {
  const finals = ['last status: 401', 'Quota exceeded', 'context window', 'Invalid prompt', 'last status: 429', 'huh'];
  expect(finals.map((sentence) => isFinal(readFailure(sentence, known)))).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
});

describe('the end of a call', () => {
  const ending: CodexEnding = {
    aborted: false,
    begun: true,
    completed: false,
    said: undefined,
    thrown: undefined,
    log: '',
    ...known,
  };
  const thrown = 'Codex Exec exited with code 1: ';

  test.each<[string, Partial<CodexEnding>, string | undefined]>([
    ['completed: no failure', { completed: true }, undefined],
    ['completed, then threw: no failure', { completed: true, thrown }, undefined],
    ['failed, then threw: the reported reason', { said: 'Quota exceeded.', thrown }, 'billing'],
    ['stopped from outside, regardless of other errors', { aborted: true, said: 'Quota exceeded.', thrown }, 'aborted'],
    ['silent', {}, 'unknown'],
    ['exited before it started', { begun: false, thrown, log: 'Error: what is this?\n' }, 'startup'],
    ['killed before it started', { begun: false, thrown: 'Codex Exec exited with signal SIGKILL: ' }, 'crash'],
    ['exited after it started', { thrown }, 'crash'],
    ['a lost session', { begun: false, thrown, log: 'Error: no rollout found for thread id 1\n' }, 'session_lost'],
  ])('%s', (_, more, outcome) => expect(classifyCodexFailure({ ...ending, ...more })?.outcome).toBe(outcome));
});

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { LinearFault } from '../../testing/linear-server/fault.ts';
import { addIssue } from '../../testing/linear-server/state.ts';
import { failureOf, linearStage, retryOf, taskOf, testKey, testScope } from './test-stage.ts';

describe('each failure has one code and never contains the key or the query', () => {
  test.each<[LinearFault, object]>([
    ['unauthorized', { code: 'tracker.unauthorized', params: { status: 401 } }],
    ['forbidden', { code: 'tracker.forbidden', params: { detail: expect.stringContaining('permission') } }],
    ['rate-limit', { code: 'tracker.rate-limited', params: { status: 400, retryAfterMs: expect.any(Number) } }],
    ['too-complex', { code: 'tracker.refused', params: { detail: expect.stringContaining('complexity of 12000') } }],
    ['bad-gateway', { code: 'tracker.unavailable', params: { status: 502, detail: 'status 502' } }],
    ['page', { code: 'tracker.unavailable', params: { detail: 'it answered with a page instead of data' } }],
    ['internal', { code: 'tracker.unavailable', params: { status: 200, detail: 'Internal server error' } }],
    ['nonsense', { code: 'tracker.unreadable', params: { detail: expect.stringContaining('HarnessList: issues') } }],
    ['moved', { code: 'tracker.refused', params: { detail: expect.stringContaining('redirects') } }],
    ['cut-before', { code: 'tracker.unavailable' }],
    ['cut-within', { code: 'tracker.unavailable' }],
    ['half', { code: 'tracker.unavailable', params: { detail: 'the answer was cut off' } }],
  ])('%s', async (fault, failure) => {
    const { tracker, server, asked } = await linearStage();
    server.trouble(/HarnessList/, fault);
    const found = await failureOf(tracker.list(testScope, taskOf()));
    expect(found).toMatchObject(failure);
    expect(JSON.stringify(found)).not.toMatch(new RegExp(`${testKey}|inverseRelations`));
    expect(asked().length).toBe(1);
  });

  test('a key that Linear does not know is not authorized', async () => {
    const { open } = await linearStage();
    const failure = await failureOf(open({ key: 'lin_api_other' }).open(testScope, taskOf()));
    expect(failure).toMatchObject({ code: 'tracker.unauthorized' });
  });

  test('an address without a server is unavailable', async () => {
    const { tracker, server } = await linearStage();
    await server.close();
    const failure = await failureOf(tracker.list(testScope, taskOf()));
    expect(failure).toMatchObject({ code: 'tracker.unavailable', params: { detail: 'ECONNREFUSED' } });
  });
});

test.each(['rate-limit', 'complexity-limit'] as const)(
  'a %s waits until the exhausted limit ends, by the clock of the server',
  async (fault) => {
    const { tracker, server, clock } = await linearStage();
    for (const skewMs of [0, -5_000_000, 5_000_000]) {
      clock.nowMs += skewMs;
      server.trouble(/HarnessList/, fault);
      const failure = await failureOf(tracker.list(testScope, taskOf()));
      expect(failure).toMatchObject({ code: 'tracker.rate-limited' });
      const waitMs = Number(failure?.params['retryAfterMs']);
      expect(waitMs).toBeGreaterThanOrEqual(90_000);
      expect(waitMs).toBeLessThanOrEqual(93_000);
    }
  },
);

test('a limit between two pages is a failure, not half a list', async () => {
  const { tracker, server } = await linearStage();
  for (let at = 0; at < 60; at++) addIssue(server.state);
  server.trouble(/"after":"/, 'rate-limit');
  expect(await failureOf(tracker.list(testScope, taskOf()))).toMatchObject({ code: 'tracker.rate-limited' });
  expect((await tracker.list(testScope, taskOf())).length).toBe(61);
});

/** Happens spontaneously in a process that lives for days. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

test('L4 silence ends after the timeout, slow answers do not, and an abort ends at once', async () => {
  const { open, server, issue } = await linearStage();
  await open().list(testScope, taskOf()); // loads the SDK
  const collecting = setInterval(collectGarbage, 20);
  onTestFinished(() => clearInterval(collecting));
  server.trouble(/HarnessList/, 'silence');
  const silent = await failureOf(open({ patienceMs: 300 }).list(testScope, taskOf()));
  expect(silent).toMatchObject({ code: 'tracker.unavailable', params: { detail: 'no answer in time' } });
  server.state.delayMs = 300;
  expect(await open({ patienceMs: 5_000 }).read(testScope, issue.identifier, taskOf())).toMatchObject({
    title: 'Issue 1',
  });
  const ends = new AbortController();
  server.trouble(/HarnessList/, 'silence');
  server.before(/HarnessList/, () => ends.abort(new Error('parked')));
  const aborted = open().list(testScope, taskOf('run-1', '1/list', { signal: ends.signal }));
  await expect(aborted).rejects.toThrow('parked');
});

test('T1 a comment that Linear refuses for an hour is written once', async () => {
  const { tracker, server, issue, clock, comments } = await linearStage();
  server.trouble(/HarnessComment/, 'cut-after', 1);
  server.trouble(/HarnessComment/, 'bad-gateway', 59);
  const task = taskOf('run-1', '5/comment');
  const write = (isRetry: boolean) =>
    tracker.comment(testScope, issue.identifier, 'Files changed: 2', isRetry ? retryOf(task) : task);
  const startedMs = clock.nowMs;
  let failure = await failureOf(write(false));
  for (; failure !== null; failure = await failureOf(write(true))) {
    expect(failure).toMatchObject({ code: 'tracker.unavailable' });
    clock.nowMs += 60_000;
  }
  expect(clock.nowMs - startedMs).toBeGreaterThanOrEqual(3_600_000);
  expect(comments()).toEqual(['Files changed: 2']);
});

test.each(['http://linear.example.org/graphql', 'http://127.0.0.1.example.org', 'ftp://localhost', 'linear'])(
  'L3 the key goes to https or this machine only, not to %s',
  async (endpoint) => {
    const { open } = await linearStage();
    const failure = await failureOf(open({ endpoint }).list(testScope, taskOf()));
    expect(failure).toMatchObject({
      code: 'tracker.refused',
      params: { detail: `the key goes to https or this machine only: ${endpoint}` },
    });
  },
);

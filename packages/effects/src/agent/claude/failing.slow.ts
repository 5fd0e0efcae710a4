/** Tests every failure of the real program, with a failing model on loopback. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../../test-folder.ts';
import { askClaude, startMessagesModel } from '../../testing/claude.ts';
import type { Fault } from '../../testing/messages-server/fault.ts';

const forms: Readonly<Record<string, { readonly fault: Fault; readonly ends: object }>> = {
  '401': { fault: { is: 'unauthorized' }, ends: { outcome: 'auth', status: 401 } },
  '403': { fault: { is: 'forbidden' }, ends: { outcome: 'auth', status: 403 } },
  '404': { fault: { is: 'no-model' }, ends: { outcome: 'bad_request', status: 404 } },
  '400': { fault: { is: 'bad-request' }, ends: { outcome: 'bad_request', status: 400 } },
  '429': { fault: { is: 'rate-limit' }, ends: { outcome: 'rate_limit', status: 429 } },
  '429 with a time': {
    fault: { is: 'rate-limit', retryAfterS: 3600 },
    ends: { outcome: 'rate_limit', status: 429, retryAfterMs: 3_600_000 }, // the program itself does not report it
  },
  '500': { fault: { is: 'server-error' }, ends: { outcome: 'overloaded', status: 500 } },
  '529': { fault: { is: 'overloaded' }, ends: { outcome: 'overloaded', status: 529 } },
  'too long': { fault: { is: 'too-long' }, ends: { outcome: 'context', status: 400 } },
  'no credit': { fault: { is: 'no-credit' }, ends: { outcome: 'billing', status: 400 } },
  cut: { fault: { is: 'cut' }, ends: { outcome: 'network' } },
  garbage: { fault: { is: 'garbage' }, ends: { outcome: 'unknown' } },
};

test('classifies every error of the endpoint, with its status and retry-after time', async () => {
  const seen: Record<string, object> = {};
  const left = Object.entries(forms);
  const worker = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [name, { fault }] = next;
      const { url } = await startMessagesModel({ turns: [{ text: 'hello', fault }] });
      const { result } = await askClaude({ options: { baseUrl: url } });
      const { detail = '', ...known } = result.outcome === 'ok' ? {} : result.error;
      expect(detail).not.toBe('');
      seen[name] = { outcome: result.outcome, ...known };
    }
  };
  await Promise.all([worker(), worker(), worker()]); // each of them waits most of the time
  expect(seen).toEqual(Object.fromEntries(Object.entries(forms).map(([name, { ends }]) => [name, ends])));
}, 90_000);

test('a temporary error is retried by the program within its retries, and reported', async () => {
  const { url, log } = await startMessagesModel(
    { times: 1, turns: [{ fault: { is: 'rate-limit', retryAfterS: 1 } }] },
    { turns: [{ text: 'hello' }] },
  );
  const { result, events } = await askClaude({ options: { baseUrl: url, retries: 1 } });
  expect(result).toMatchObject({ outcome: 'ok', text: 'hello' });
  expect(events).toContainEqual({ type: 'retry', detail: 'rate_limit 429', afterMs: 1_000 });
  expect(log).toHaveLength(2);
});

test('an exhausted subscription reports when it resets', async () => {
  const resetsAtS = Math.floor(Date.now() / 1000) + 7_200;
  const { url, log } = await startMessagesModel({ turns: [{ fault: { is: 'rate-limit', resetsAtS } }] });
  const environment = { PATH: process.env['PATH'], CLAUDE_CODE_OAUTH_TOKEN: 'sk-ant-oat01-of-the-test' };
  const { result } = await askClaude({ options: { baseUrl: url, environment } });
  expect(log[0]?.headers['authorization']).toBe('Bearer sk-ant-oat01-of-the-test');
  expect(result).toMatchObject({ outcome: 'rate_limit', error: { status: 429 } });
  const { retryAfterMs = 0 } = result.outcome === 'ok' ? {} : result.error;
  expect(retryAfterMs).toBeGreaterThan(7_000_000);
  expect(retryAfterMs).toBeLessThanOrEqual(7_200_000);
});

test('an unreachable endpoint is a network failure and is named', async () => {
  const { result } = await askClaude({ options: { baseUrl: `http://127.0.0.1:${await unusedPort()}` } });
  expect(result).toMatchObject({ outcome: 'network', error: { detail: expect.stringContaining('ECONNREFUSED') } });
});

test('makes no call without key and login', async () => {
  const { url, log } = await startMessagesModel({ turns: [{ text: 'hello' }] });
  const environment = { PATH: process.env['PATH'], HOME: await testFolder() };
  const { result } = await askClaude({ options: { baseUrl: url, environment } });
  expect(result).toMatchObject({ outcome: 'auth' });
  expect(log).toEqual([]);
});

test('a missing program fails at startup', async () => {
  const program = join(await testFolder(), 'claude');
  const { result } = await askClaude({ options: { program } });
  expect(result).toMatchObject({ outcome: 'startup', error: { detail: expect.stringContaining(program) } });
});

test('a killed program is a crash, and its streamed usage counts', async () => {
  const { url } = await startMessagesModel({ turns: [{ text: 'a beginning', fault: { is: 'silence' } }] });
  let pid = 0;
  const { result } = await askClaude({
    options: { baseUrl: url },
    see(event) {
      if (event.type === 'process') pid = event.pid;
      if (event.type === 'usage') process.kill(pid, 'SIGKILL');
    },
  });
  expect(result).toMatchObject({ outcome: 'crash', error: { detail: expect.stringContaining('SIGKILL') } });
  expect(result.spent.usage.cacheWrite).toBeGreaterThan(0);
  expect(result.spent.costUsd).toBeGreaterThan(0);
});

test('a call that is stopped while it streams is aborted, and its streamed usage counts', async () => {
  const { url } = await startMessagesModel({ turns: [{ text: 'a beginning', fault: { is: 'silence' } }] });
  const stop = new AbortController();
  const { result, events } = await askClaude({
    options: { baseUrl: url },
    signal: stop.signal,
    see: ({ type }) => void (type === 'usage' && stop.abort()),
  });
  expect(result.outcome).toBe('aborted');
  expect(result.spent.usage.cacheWrite).toBeGreaterThan(0);
  expect(events.filter(({ type }) => type === 'result')).toHaveLength(1);
});

test('ends at the limit of turns', async () => {
  const look = { tools: [{ name: 'Glob', input: { pattern: '*' } }] };
  const { url } = await startMessagesModel({ turns: [look, look, look, { text: 'done' }] });
  const { result } = await askClaude({ options: { baseUrl: url, turns: 2 }, request: { mode: 'review' } });
  expect(result.outcome).toBe('turn_limit');
});

const schema = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] };

test('returns the value of a structured answer', async () => {
  const { url } = await startMessagesModel({ turns: [{ tools: [{ name: 'StructuredOutput', input: { ok: true } }] }] });
  const { result } = await askClaude({ options: { baseUrl: url }, request: { schema } });
  expect(result).toMatchObject({ outcome: 'ok', json: { ok: true } });
});

test('an answer without the requested structure fails', async () => {
  const { url } = await startMessagesModel({ turns: [{ text: 'just words' }, { text: 'more words' }] });
  const { result } = await askClaude({ options: { baseUrl: url }, request: { schema } });
  expect(result.outcome).toBe('schema');
});

test('starts a new session if one is lost, and notes it', async () => {
  const { url, log } = await startMessagesModel({ turns: [{ text: 'hello' }] });
  const session = '0b6a1c1e-2f4e-4a55-9d5c-0815471108aa';
  const { result, events } = await askClaude({
    options: { baseUrl: url },
    request: { session, recap: 'The change so far.' },
  });
  expect(result).toMatchObject({ outcome: 'ok', text: 'hello' });
  const started = events.flatMap((event) => (event.type === 'started' ? [event.params] : []));
  expect(started).toMatchObject([{ session, resumed: 'yes' }, { resumed: 'no' }]);
  expect(started[1]?.['session']).not.toBe(session);
  expect(log.map(({ prompt }) => prompt)).toEqual(['The change so far.\n\nSay hello.']);
});

/** A port that was free a moment ago. */
async function unusedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

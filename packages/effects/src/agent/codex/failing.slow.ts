/** Tests every failure of the real program, with a failing model on loopback. */
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { endOrphans } from '../../process/orphans.ts';
import { sendSignal } from '../../process/process-identity.ts';
import { testFolder } from '../../test-folder.ts';
import { askCodex, startResponsesModel } from '../../testing/codex.ts';
import type { Fault } from '../../testing/responses-server/fault.ts';
import { shell } from '../../testing/responses-server/turn.ts';

const rows: readonly (readonly [string, Fault['is'], object])[] = [
  ['401', 'unauthorized', { outcome: 'auth', error: { status: 401 } }],
  ['403', 'forbidden', { outcome: 'auth', error: { status: 403 } }],
  ['404', 'no-model', { outcome: 'bad_request', error: { status: 404 } }],
  ['400', 'bad-request', { outcome: 'bad_request', error: { status: 400 } }],
  ['429', 'rate-limit', { outcome: 'rate_limit', error: { status: 429 } }],
  ['500', 'server-error', { outcome: 'overloaded', error: { status: 500 } }],
  ['503', 'slow-down', { outcome: 'overloaded', error: { status: 503 } }],
  ['529', 'overloaded', { outcome: 'overloaded', error: { status: 529 } }],
  ['a prompt that is too long', 'too-long', { outcome: 'context', error: { status: 400 } }],
  ['an account without credit', 'no-credit', { outcome: 'billing', error: { status: 429 } }],
  ['a subscription that is used up', 'usage-limit', { outcome: 'rate_limit', error: { status: 429 } }],
  ['a rate limit in the stream', 'failed-rate-limit', { outcome: 'rate_limit', error: { retryAfterMs: 1_500 } }],
  ['too long, said in the stream', 'failed-too-long', { outcome: 'context' }],
  ['no credit, said in the stream', 'failed-no-credit', { outcome: 'billing' }],
  ['overloaded, said in the stream', 'failed-overloaded', { outcome: 'overloaded' }],
  ['a model that failed', 'failed-server-error', { outcome: 'overloaded' }],
  ['a prompt that is refused', 'failed-bad-prompt', { outcome: 'bad_request' }],
  ['a stream that is cut', 'cut', { outcome: 'network' }],
  ['garbage in place of a stream', 'garbage', { outcome: 'network' }],
];

test.each(rows)('%s', async (_, is, expected) => {
  const { url, log } = await startResponsesModel({ turns: [{ text: 'hello', fault: { is } }] });
  const { result } = await askCodex({ options: { baseUrl: url } });
  expect(result).toMatchObject(expected);
  if (is !== 'failed-rate-limit') expect(result).not.toHaveProperty('error.retryAfterMs');
  expect(log).toHaveLength(1);
});

describe('a rate limit', () => {
  const limited = (retryAfterS: number) => ({ turns: [{ fault: { is: 'rate-limit', retryAfterS } as const }] });

  test.each([0, 2])('of an hour ends the call with its time, although %d retries are allowed', async (retries) => {
    const { url, log } = await startResponsesModel(limited(3600));
    const { result, events } = await askCodex({ options: { baseUrl: url, retries } });
    expect(result).toMatchObject({ outcome: 'rate_limit', error: { status: 429, retryAfterMs: 3_600_000 } });
    expect(events.map(({ type }) => type)).not.toContain('retry');
    expect(log).toHaveLength(1);
  });

  test('of a subscription reports when it ends', async () => {
    const resetsAtS = Math.floor(Date.now() / 1000) + 2 * 86_400;
    const { url } = await startResponsesModel({ turns: [{ fault: { is: 'usage-limit', resetsAtS } }] });
    const { result } = await askCodex({ options: { baseUrl: url } });
    const wait = result.outcome === 'rate_limit' ? (result.error.retryAfterMs ?? 0) : 0;
    expect([wait > 2 * 86_300_000, wait < 2 * 86_500_000]).toEqual([true, true]);
  });

  test('that ends soon makes the program wait and retry within its limit, and is reported', async () => {
    const { url, log } = await startResponsesModel({ times: 1, ...limited(1) }, { turns: [{ text: 'hello' }] });
    const { result, events } = await askCodex({ options: { baseUrl: url, retries: 1 } });
    expect(result).toMatchObject({ outcome: 'ok', text: 'hello' });
    expect(events).toContainEqual({ type: 'retry', detail: expect.stringContaining('429'), afterMs: 1_000 });
    expect(log).toHaveLength(2);
  });

  test('that lasts ends the call with the last announced time', async () => {
    const { url, log } = await startResponsesModel(limited(1));
    const { result } = await askCodex({ options: { baseUrl: url, retries: 1 } });
    expect(result).toMatchObject({ outcome: 'rate_limit', error: { status: 429, retryAfterMs: 1_000 } });
    expect(log).toHaveLength(2);
  });
});

test('does not retry if a retry cannot help', async () => {
  const { url, log } = await startResponsesModel({ turns: [{ fault: { is: 'unauthorized' } }] });
  const { result } = await askCodex({ options: { baseUrl: url, retries: 2 } });
  expect(result).toMatchObject({ outcome: 'auth', error: { status: 401 } });
  expect(log).toHaveLength(1);
});

test('an unreachable endpoint is a network failure and is not waited for', async () => {
  const { result } = await askCodex({ options: { baseUrl: `http://127.0.0.1:${await unusedPort()}/v1`, retries: 1 } });
  expect(result).toMatchObject({
    outcome: 'network',
    error: { detail: expect.stringMatching(/error sending request.*ECONNREFUSED/) },
  });
});

test('makes no call without key and login', async () => {
  const { url, log } = await startResponsesModel({ turns: [{ text: 'hello' }] });
  const environment = { PATH: process.env['PATH'], HOME: await testFolder() };
  const { result } = await askCodex({ options: { baseUrl: url, environment } });
  expect(result).toMatchObject({ outcome: 'auth' });
  expect(log).toEqual([]);
});

test('a missing program fails at startup', async () => {
  const program = join(await testFolder(), 'codex');
  const { result } = await askCodex({ options: { program } });
  expect(result).toMatchObject({ outcome: 'startup', error: { detail: expect.stringContaining(program) } });
});

test('a program that exits before it has read its prompt does not crash the harness', async () => {
  const program = join(await testFolder(), 'codex');
  await writeFile(program, '#!/bin/sh\necho "Error: no such thing" >&2; exit 1\n', { mode: 0o755 });
  const { result } = await askCodex({ options: { program }, request: { prompt: 'x'.repeat(1_000_000) } });
  expect(result).toMatchObject({ outcome: 'startup', error: { detail: 'Error: no such thing' } });
});

test('a killed program is a crash, and its usage counts', async () => {
  const { url, log } = await startResponsesModel({ turns: [{ tools: [shell('true')] }, { fault: { is: 'silence' } }] });
  let pid = 0;
  const { result } = await askCodex({
    options: { baseUrl: url },
    request: { mode: 'review' },
    see(event) {
      if (event.type === 'process') pid = event.pid;
      if (event.type === 'usage') sendSignal(pid);
    },
  });
  expect(result).toMatchObject({ outcome: 'crash', error: { detail: expect.stringContaining('SIGKILL') } });
  expect(result.spent.usage).toEqual(log[0]?.usage);
});

test('a stopped call is aborted, its usage counts, and the next call resumes its session', async () => {
  const turns = [{ tools: [shell('true')] }, { fault: { is: 'silence' } as const }];
  const server = await startResponsesModel(
    { prompt: /first/, turns },
    { prompt: /second/, turns: [{ text: 'went on' }] },
  );
  const stop = new AbortController();
  const place = { cwd: await testFolder(), runFolder: await testFolder(), mode: 'review' as const };
  const options = { baseUrl: server.url };
  const first = await askCodex({
    options,
    signal: stop.signal,
    request: { ...place, prompt: 'The first.' },
    see: ({ type }) => void (type === 'usage' && stop.abort()),
  });
  expect(first.result.outcome).toBe('aborted');
  expect(first.result.spent.usage).toEqual(server.log[0]?.usage);
  expect(first.result.spent.costUsd).toBeGreaterThan(0);
  expect(first.events.filter(({ type }) => type === 'result')).toHaveLength(1);

  const second = await askCodex({ options, request: { ...place, prompt: 'The second.', session: first.session } });
  expect(second.result).toMatchObject({ outcome: 'ok', text: 'went on' });
  expect(second.result.spent.usage).toEqual(server.log.at(-1)?.usage);
});

test('stopping a call ends its running command', async () => {
  const { url } = await startResponsesModel({
    turns: [{ tools: [shell('touch begun; setsid sleep 300 & sleep 300')] }],
  });
  const stop = new AbortController();
  const { request, result } = await askCodex({
    options: { baseUrl: url },
    signal: stop.signal,
    request: { mode: 'exec' },
    see: ({ type }) => void (type === 'tool' && stop.abort()),
  });
  expect(result.outcome).toBe('aborted');
  expect(await endOrphans(request.mark, [])).toEqual([]);
});

test('ends at the limit of model answers', async () => {
  const look = { tools: [shell('ls')] };
  const { url, log } = await startResponsesModel({ turns: [look, look, look, look, { text: 'done' }] });
  const { result } = await askCodex({ options: { baseUrl: url, turns: 2 }, request: { mode: 'review' } });
  expect(result).toMatchObject({ outcome: 'turn_limit', error: { detail: expect.stringContaining('2') } });
  expect(log.length).toBeLessThan(5);
});

describe('a structured answer', () => {
  const schema = {
    type: 'object',
    properties: { ok: { type: 'boolean' } },
    required: ['ok'],
    additionalProperties: false,
  };

  test('sends the schema to the model and returns the parsed value', async () => {
    const { url, log } = await startResponsesModel({ turns: [{ text: '{"ok":true}' }] });
    const { result } = await askCodex({ options: { baseUrl: url }, request: { schema } });
    expect(result).toMatchObject({ outcome: 'ok', json: { ok: true } });
    expect(log[0]?.request['text']).toMatchObject({ format: { type: 'json_schema', schema } });
  });

  test('fails if the reply is not JSON', async () => {
    const { url } = await startResponsesModel({ turns: [{ text: 'just words' }] });
    const { result } = await askCodex({ options: { baseUrl: url }, request: { schema } });
    expect(result.outcome).toBe('schema');
  });
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

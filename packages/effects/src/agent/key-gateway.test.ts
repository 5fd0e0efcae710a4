import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { openGateway } from './key-gateway.ts';
import { parseRetryAfter } from './retry-after.ts';

interface Seen {
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Starts an endpoint below a path that gives a fixed answer. */
async function startEndpoint(status = 200, headers: Readonly<Record<string, string>> = {}) {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      seen.push({ url: request.url, headers: request.headers, body });
      response.writeHead(status, headers).end('answered');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/below` };
}

async function startGateway(url: string, header: 'x-api-key' | 'authorization' = 'x-api-key') {
  const opened = await openGateway(url, { header, value: 'the-real-key' });
  onTestFinished(() => opened.close());
  return opened;
}

test('adds the key and passes everything else through unchanged', async () => {
  const { seen, url } = await startEndpoint();
  const { url: near, token } = await startGateway(url);
  const headers = { 'x-api-key': token, 'x-other': 'o' };
  const answer = await fetch(`${near}/v1/messages?beta=true`, { method: 'POST', body: 'words', headers });
  expect(await answer.text()).toBe('answered');
  expect(seen).toMatchObject([
    { url: '/below/v1/messages?beta=true', body: 'words', headers: { 'x-api-key': 'the-real-key', 'x-other': 'o' } },
  ]);
});

test('replaces a bearer token with the key', async () => {
  const { seen, url } = await startEndpoint();
  const { url: near, token } = await startGateway(url, 'authorization');
  await fetch(near, { headers: { authorization: `Bearer ${token}` } });
  expect(seen[0]?.headers.authorization).toBe('Bearer the-real-key');
});

test('rejects requests without the token', async () => {
  const { seen, url } = await startEndpoint();
  const { url: near } = await startGateway(url);
  expect((await fetch(near)).status).toBe(401);
  expect((await fetch(near, { headers: { 'x-api-key': 'guessed' } })).status).toBe(401);
  expect(seen).toEqual([]);
});

test('remembers the last error and its retry-after time', async () => {
  const { url } = await startEndpoint(429, { 'retry-after': '30' });
  const { url: near, token, trouble } = await startGateway(url);
  expect(trouble()).toBeUndefined();
  await fetch(near, { headers: { 'x-api-key': token } });
  expect(trouble()).toEqual({ status: 429, retryAfterMs: 30_000 });
});

test('reports an unreachable endpoint', async () => {
  const { url: near, token, trouble } = await startGateway('http://127.0.0.1:1');
  await expect(fetch(near, { headers: { 'x-api-key': token } })).rejects.toThrow();
  expect(trouble()).toEqual({ unreachable: 'ECONNREFUSED' });
});

test('reads retry-after as seconds, a date, or the reset of a subscription', () => {
  const nowMs = Date.parse('2026-01-01T00:00:00Z');
  expect(parseRetryAfter({ 'retry-after': '1.5' }, nowMs)).toEqual({ retryAfterMs: 1_500 });
  expect(parseRetryAfter({ 'retry-after': '0' }, nowMs)).toEqual({ retryAfterMs: 0 });
  expect(parseRetryAfter({ 'retry-after': 'Thu, 01 Jan 2026 00:01:00 GMT' }, nowMs)).toEqual({ retryAfterMs: 60_000 });
  expect(parseRetryAfter({ 'retry-after': 'Thu, 01 Jan 2025 00:01:00 GMT' }, nowMs)).toEqual({ retryAfterMs: 0 });
  const reset = String(nowMs / 1000 + 90);
  expect(parseRetryAfter({ 'anthropic-ratelimit-unified-reset': reset }, nowMs)).toEqual({ retryAfterMs: 90_000 });
  expect(parseRetryAfter({ 'retry-after': 'soon' }, nowMs)).toEqual({});
  expect(parseRetryAfter({}, nowMs)).toEqual({});
});

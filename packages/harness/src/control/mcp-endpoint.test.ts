/** `POST /mcp` behind the token and the rules for `Host` and `Origin` of the control server. */
import { expect, test } from 'vitest';
import { startServer } from '../testing/control.ts';
import { choose, httpClient } from '../testing/mcp.ts';

const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const listing = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });

test('a foreign sender gets no answer: token, host, origin and size are checked before the message', async () => {
  const { ask, raw, token } = await startServer(null);
  const post = (more: RequestInit & { token?: string | null }) =>
    ask('/mcp', { method: 'POST', body: listing, ...more, headers: { ...headers, ...more.headers } });
  expect((await post({ token: null })).status).toBe(401);
  expect((await post({ token: 'wrong' })).status).toBe(401);
  expect((await post({ headers: { origin: 'https://evil.example' } })).status).toBe(403);
  const request = ['POST /mcp HTTP/1.1', 'Host: evil.example', `Authorization: Bearer ${token}`, 'Connection: close'];
  expect(await raw(`${request.join('\r\n')}\r\nContent-Length: 0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 403/);
  expect((await post({ body: 'x'.repeat(1_100_000) })).status).toBe(413);
  expect((await post({ body: 'no json' })).status).toBe(400);
  expect((await ask('/mcp')).status).toBe(405);
  const answer = await post({});
  expect([answer.status, await answer.text()]).toMatchObject([200, expect.stringContaining('"gather_context"')]);
});

test('clients of both generations of the protocol call tools and read resources', async () => {
  const server = await startServer(null);
  for (const options of [{}, { versionNegotiation: { mode: 'auto' as const } }]) {
    const { call, client } = await httpClient(server, choose('stop'), options);
    expect((await call('runs')).document).toEqual({ version: 1, runs: [] });
    expect((await call('wait', { seconds: 1 })).document).toMatchObject({ changed: false });
    const { contents } = await client.readResource({ uri: 'harness://questions?cursor=0' });
    expect(JSON.parse((contents[0] as { text: string }).text)).toEqual({ version: 1, questions: [] });
  }
});

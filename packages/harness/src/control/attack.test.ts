/** Attacks the control server through a real socket with arbitrary bytes. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  createControlRepository,
  createQueue,
  startServer,
  startServerIn,
  statusIn,
  type TestServer,
} from '../testing/control.ts';
import { sampleJournals, writeJournal } from '../testing/journals.ts';

/** A request from its parts, with the server's host and `Connection: close` by default. */
const request = (
  { port }: Pick<TestServer, 'port'>,
  first: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
) => {
  const all = { Host: `127.0.0.1:${port}`, Connection: 'close', ...headers };
  return `${first} HTTP/1.1\r\n${Object.entries(all)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n${body}`;
};

const bearer = ({ token }: Pick<TestServer, 'token'>) => ({ Authorization: `Bearer ${token}` });

describe('without the token', () => {
  test.each([
    ['no token', () => ({})],
    ['a wrong token', () => ({ Authorization: 'Bearer guess' })],
    ['a truncated token', (token: string) => ({ Authorization: `Bearer ${token.slice(0, -1)}` })],
    ['an extended token', (token: string) => ({ Authorization: `Bearer ${token}x` })],
    ['another scheme', (token: string) => ({ Authorization: `Basic ${token}` })],
    ['two tokens', (token: string) => ({ Authorization: `Bearer ${token} ${token}` })],
    ['an empty token', () => ({ Authorization: 'Bearer ' })],
    ['a wrong cookie', () => ({ Cookie: 'harness_token=guess' })],
    [
      'a wrong token and the right cookie',
      (token: string) => ({ Authorization: 'Bearer guess', Cookie: `harness_token=${token}` }),
    ],
  ])('%s is refused for known and unknown paths', async (_, headers) => {
    const server = await startServer();
    for (const first of [
      'GET /runs',
      'GET /nothing',
      'POST /stop',
      'GET /openapi.json',
      'OPTIONS /runs',
      'HEAD /health',
    ])
      expect(statusIn(await server.raw(request(server, first, headers(server.token))))).toBe(401);
  });

  test('a token in the URL is ignored', async () => {
    const server = await startServer();
    const { token } = server;
    for (const first of [
      `GET /runs?token=${token}`,
      `GET /runs?harness_token=${token}&access_token=${token}`,
      `GET /${token}/runs`,
    ])
      expect(statusIn(await server.raw(request(server, first)))).toBe(401);
  });

  test('no other spelling of /health is open', async () => {
    const server = await startServer();
    for (const target of [
      '/health/',
      '/%68ealth',
      '/health?x',
      '//health',
      '/runs/../health',
      '/health/../runs',
      '/health;/../runs',
      '/HEALTH',
      '/health%2f..%2fruns',
      '/health#/runs',
    ])
      expect(statusIn(await server.raw(request(server, `GET ${target}`)))).toBe(401);
    expect(statusIn(await server.raw(request(server, 'POST /health')))).toBe(401);
  });

  test('a method override in a header is ignored', async () => {
    const queue = createQueue();
    const server = await startServer(queue);
    const headers = { 'X-HTTP-Method-Override': 'POST', 'X-Method-Override': 'POST' };
    expect(statusIn(await server.raw(request(server, 'GET /health?_method=POST', headers)))).toBe(401);
    expect(statusIn(await server.raw(request(server, 'GET /stop', { ...headers, ...bearer(server) })))).toBe(405);
    expect(queue.wishes).toEqual([]);
  });
});

describe('from another site', () => {
  test('DO-13 the server listens on loopback only', async () => {
    const { url } = await startServer();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  test.each([
    'evil.example',
    'evil.example:4500',
    '127.0.0.1',
    '127.0.0.1:1',
    'localhost',
    '0.0.0.0',
    '127.0.0.1.evil.example',
    '127.1',
    '2130706433',
    '[::]',
    'localhost.',
    '',
  ])('a foreign host name (Host: %s) is refused with and without the token, also at /health', async (host) => {
    const server = await startServer();
    for (const headers of [bearer(server), {}])
      for (const first of ['GET /health', 'GET /runs', 'POST /stop'])
        expect(statusIn(await server.raw(request(server, first, { ...headers, Host: host })))).toBe(403);
  });

  test('two hosts are refused, and a host in the target is ignored', async () => {
    const server = await startServer();
    const two = request(server, 'GET /health', { Accept: '*/*\r\nHost: evil.example' });
    expect([400, 403]).toContain(statusIn(await server.raw(two)));
    expect(statusIn(await server.raw(request(server, 'GET http://evil.example/health', bearer(server))))).toBe(400);
  });

  test.each(['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]'])('the own host name %s is accepted', async (name) => {
    const server = await startServer();
    const own = {
      ...bearer(server),
      Host: `${name}:${server.port}`,
      Origin: `http://${name.toLowerCase()}:${server.port}`,
    };
    expect(statusIn(await server.raw(request(server, 'GET /runs', own)))).toBe(200);
  });

  test.each([
    'https://evil.example',
    'null',
    'http://127.0.0.1:3000',
    'http://localhost',
    'https://127.0.0.1',
    'file://',
    '',
  ])('a page of the origin "%s" is refused, even with the token', async (origin) => {
    const queue = createQueue();
    const server = await startServer(queue);
    for (const first of ['GET /runs', 'POST /stop', 'GET /health'])
      expect(statusIn(await server.raw(request(server, first, { ...bearer(server), Origin: origin })))).toBe(403);
    expect(queue.wishes).toEqual([]);
  });

  test('a request that the browser marks as cross-site is refused, also from another port of this machine', async () => {
    const server = await startServer();
    const cookie = { Cookie: `harness_token=${server.token}` };
    for (const site of ['cross-site', 'same-site'])
      expect(statusIn(await server.raw(request(server, 'GET /runs', { ...cookie, 'Sec-Fetch-Site': site })))).toBe(403);
    expect(
      statusIn(await server.raw(request(server, 'GET /runs', { ...cookie, 'Sec-Fetch-Site': 'same-origin' }))),
    ).toBe(200);
  });

  test('with the cookie only a page of the server itself may send commands', async () => {
    const queue = createQueue();
    const server = await startServer(queue);
    const cookie = { Cookie: `other=1; harness_token=${server.token}` };
    expect(statusIn(await server.raw(request(server, 'POST /pause', cookie)))).toBe(403);
    const own = { ...cookie, Origin: `http://127.0.0.1:${server.port}` };
    expect(statusIn(await server.raw(request(server, 'POST /pause', own)))).toBe(200);
    expect(queue.wishes).toEqual(['pause']);
  });

  test('a preflight request gets no CORS header', async () => {
    const server = await startServer();
    const ask = {
      Origin: 'https://evil.example',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization',
    };
    for (const headers of [
      ask,
      { ...ask, ...bearer(server) },
      { ...ask, Origin: `http://localhost:${server.port}`, ...bearer(server) },
    ]) {
      const received = await server.raw(request(server, 'OPTIONS /runs', headers));
      expect([403, 405]).toContain(statusIn(received));
      expect(received.toLowerCase()).not.toContain('access-control-');
    }
  });
});

describe('oversized or malformed requests', () => {
  const million = 'x'.repeat(1024 * 1024);

  test('a body over 1 MiB is refused by its length, before it is sent', async () => {
    const server = await startServer();
    const length = { ...bearer(server), 'Content-Length': String(1024 * 1024 + 1) };
    expect(statusIn(await server.raw(request(server, 'POST /pause', length)))).toBe(413);
    const expecting = await server.raw(request(server, 'POST /pause', { ...length, Expect: '100-continue' }));
    expect(statusIn(expecting)).toBe(413);
  });

  test('a body over 1 MiB without a length is refused by its bytes', async () => {
    const queue = createQueue();
    const server = await startServer(queue);
    const head = request(server, 'POST /pause', { ...bearer(server), 'Transfer-Encoding': 'chunked' });
    const chunk = `${million.length.toString(16)}\r\n${million}\r\n`;
    expect(statusIn(await server.raw([head, chunk, chunk, '0\r\n\r\n']))).toBe(413);
    expect(queue.wishes).toEqual([]);
  });

  test('a body of exactly 1 MiB is read', async () => {
    const server = await startServer();
    const body = JSON.stringify({ title: 'x'.repeat(1024 * 1024 - 12) });
    expect(body).toHaveLength(1024 * 1024);
    expect((await server.ask('/api/analyze', { method: 'POST', body })).status).toBe(503);
  });

  test('a client that waits for 100 Continue receives it', async () => {
    const server = await startServer();
    const headers = { ...bearer(server), Expect: '100-continue', 'Content-Length': '2' };
    const received = await server.raw(request(server, 'POST /pause', headers, '{}'));
    expect(received).toMatch(/^HTTP\/1\.1 100 Continue[\s\S]*HTTP\/1\.1 200 OK/);
  });

  test('headers that are too long are refused in the same format', async () => {
    const server = await startServer();
    const received = await server.raw(request(server, 'GET /health', { 'X-Long': 'x'.repeat(128 * 1024) }));
    expect(statusIn(received)).toBe(431);
    expect(received).toContain('"code":"control.long-headers"');
  });

  test('a client that is too slow with headers or body is disconnected', async () => {
    const server = await startServer(createQueue(), { headersMs: 200, requestMs: 300 });
    expect(await server.raw('GET /health HTTP/1.1\r\nX-Slow: ')).toContain('"code":"control.late"');
    const slow = request(server, 'POST /pause', { ...bearer(server), 'Content-Length': '10' }, '{');
    expect(statusIn(await server.raw(slow))).toBe(408);
    expect((await server.ask('/health')).status).toBe(200);
  });

  test.each([
    '\r\n\r\n',
    '\x16\x03\x01\x02\x00\x01\x00',
    'GET\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    'GET /\0 HTTP/1.1\r\nHost: x\r\n\r\n',
    'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n',
  ])('bytes that are no request do no harm (%j)', async (bytes) => {
    const server = await startServer(createQueue(), { headersMs: 200, requestMs: 300 });
    expect(await server.raw(bytes)).not.toContain('200 OK');
    expect((await server.ask('/health')).status).toBe(200);
  });

  test('a request smuggled into another is refused because of its two lengths', async () => {
    const queue = createQueue();
    const server = await startServer(queue);
    const inner = request(server, 'POST /stop', bearer(server));
    const both = { ...bearer(server), 'Content-Length': String(inner.length), 'Transfer-Encoding': 'chunked' };
    expect(statusIn(await server.raw(request(server, 'POST /pause', both, `0\r\n\r\n${inner}`)))).toBe(400);
    expect(queue.wishes).toEqual([]);
  });
});

test('the message about an invalid body is short, however long the body is', async () => {
  const server = await startServer();
  for (const body of [JSON.stringify({ ['x'.repeat(900_000)]: 1 }), `${'['.repeat(500_000)}${']'.repeat(500_000)}`]) {
    const response = await server.ask('/pause', { method: 'POST', body });
    expect(response.status).toBe(400);
    expect((await response.text()).length).toBeLessThan(1_000);
  }
});

describe('paths that leave a folder', () => {
  const up = [
    '..',
    '../..',
    '..%2f..%2f..',
    '%2e%2e',
    '%2e%2e%2f%2e%2e',
    '..%5c..',
    '..\\..',
    '....//',
    '%252e%252e%252f',
    '..%00',
    '%c0%ae%c0%ae',
    '..;',
    '.%2e',
    '/etc',
    '//etc',
    'C:%5c',
  ];
  const goals = ['control.json', '.orchestrator/control.json', 'etc/passwd', '0007'];

  test('/logs/:id reads only logs, however the path is spelled', async () => {
    const requested: string[] = [];
    const server = await startServer(
      createQueue((id) => {
        requested.push(id);
        return null;
      }),
    );
    writeJournal(server.repo.journal('done-1'), sampleJournals.done(1, 'Done'));
    writeFileSync(join(server.repo.path, '.harness', 'runs', 'journal.jsonl'), 'secret');
    const targets = up.flatMap((way) =>
      goals.flatMap((goal) => [
        `${way}/${goal}`,
        `${way}%2f${goal}`,
        `${way}%5c${goal}`,
        `0007%2f${way}%2f${goal}`,
        way,
      ]),
    );
    const received = await Promise.all(
      targets.map((target) => server.raw(request(server, `GET /logs/${target}`, bearer(server)))),
    );
    expect(received.map(statusIn).filter((status) => status !== 400 && status !== 404)).toEqual([]);
    expect(received.join('')).not.toContain(server.token);
    expect(requested.filter((id) => !/^[A-Za-z0-9][\w.-]*$/.test(id) || id.includes('..'))).toEqual([]);
  });

  test.each(['.', '..', '', '%00', 'a%00b', '.harness', '-rf', 'x'.repeat(5_000), '%ff', '%', '%E0%A4%A'])(
    'no name of a log, run, question, plan or checkpoint is used as a path (%s)',
    async (name) => {
      const server = await startServer();
      for (const first of [
        `GET /logs/${name}`,
        `GET /runs/${name}`,
        `GET /runs/${name}/events`,
        `POST /unblock/${name}`,
        `POST /checkpoint/${name}/grant`,
        `POST /checkpoint/${name}/request`,
      ])
        expect([200, 400, 404, 405]).toContain(statusIn(await server.raw(request(server, first, bearer(server)))));
      const answer = request(
        server,
        `POST /questions/${name}/answer`,
        { ...bearer(server), 'Content-Length': '17' },
        '{"choice":"stop"}',
      );
      expect([400, 404]).toContain(statusIn(await server.raw(answer)));
    },
  );
});

test('no response contains a known key, a text that looks like a key, or the token', async () => {
  process.env['ACME_API_KEY'] = 'acme-1234567890-secret';
  const key = `sk-ant-api03-${'a'.repeat(93)}AA`;
  const server = await startServer(createQueue((id) => `log of ${id}: acme-1234567890-secret ${key}\n`));
  writeJournal(server.repo.journal('done-1'), sampleJournals.done(1, `Use acme-1234567890-secret and ${key}`));
  for (const path of [
    '/runs',
    '/runs/done-1',
    '/logs/0007',
    '/logs/done-1',
    '/runs/done-1/events',
    '/runs/acme-1234567890-secret',
    '/openapi.json',
    '/state',
    '/health',
  ]) {
    const text = await (await server.ask(path)).text();
    expect(text).not.toContain('acme-1234567890-secret');
    expect(text).not.toContain(key);
    expect(text).not.toContain(server.token);
  }
  delete process.env['ACME_API_KEY'];
});

test('an error in the queue is reported without its message, and other requests still work', async () => {
  const queue = {
    ...createQueue(),
    state: () => {
      throw new Error('password is swordfish');
    },
  };
  const server = await startServer(queue);
  const response = await server.ask('/state');
  expect(response.status).toBe(500);
  expect(await response.clone().json()).toMatchObject({ error: { code: 'control.broken' } });
  expect(await response.text()).not.toContain('swordfish');
  expect((await server.ask('/runs')).status).toBe(200);
});

test('a page can neither frame a response, nor run it as a script, nor find it in a cache', async () => {
  const server = await startServer();
  for (const path of ['/health', '/runs', '/nothing']) {
    const { headers } = await server.ask(path);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect([headers.get('x-content-type-options'), headers.get('cache-control')]).toEqual(['nosniff', 'no-store']);
  }
});

test('a server that cannot write its token does not start', async () => {
  const repo = createControlRepository();
  repo.write('repo/.orchestrator', 'a file where the folder should be');
  await expect(startServerIn(repo)).rejects.toThrow();
});

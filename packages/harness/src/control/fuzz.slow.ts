/** Random requests by seed: the server answers in its own format, reveals nothing, and keeps running. */
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { until } from '../testing/command.ts';
import { createQueue, startServer, statusIn } from '../testing/control.ts';
import { sampleJournals, writeJournal } from '../testing/journals.ts';

const words = [
  'GET',
  'POST',
  'HEAD',
  'OPTIONS',
  'PUT',
  'TRACE',
  '/health',
  '/runs',
  '/runs/r-1',
  '/runs/r-1/events',
  '/stop',
  '/logs/',
  '..',
  '%2e%2e',
  '%00',
  '/',
  '?',
  '#',
  ' HTTP/1.1',
  '\r\n',
  'Host: 127.0.0.1:PORT',
  'Host: evil.example',
  'Origin: null',
  'Content-Length: 5',
  'Transfer-Encoding: chunked',
  'Connection: close',
  'Expect: 100-continue',
  'Upgrade: websocket',
  'Cookie: harness_token=',
  'Authorization: Bearer TOKEN',
  'Last-Event-ID: r-1:1',
  '5\r\n{"a":\r\n0\r\n\r\n',
  '{}',
  '\r\n\r\n',
  '\0',
  '\u{1f600}',
];
const anything = fc
  .array(fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 8 })), { maxLength: 14 })
  .map((parts) => parts.join(''));

test('without the token only /health is answered with a document, whatever is sent', async () => {
  const queue = createQueue();
  const server = await startServer(queue, { headersMs: 100, requestMs: 150 });
  writeJournal(server.repo.journal('r-1'), sampleJournals.waiting(1, 'Waits'));
  const request = fc.tuple(
    fc.constantFrom('GET', 'POST', 'PUT', 'HEAD'),
    fc.constantFrom(...words),
    anything,
    anything,
  );
  await fc.assert(
    fc.asyncProperty(request, async ([method, path, more, rest]) => {
      const text = `${method} ${path}${more} HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nConnection: close\r\n${rest}\r\n\r\n`;
      const received = await server.raw(text.replaceAll('PORT', String(server.port)).replaceAll('TOKEN', 'guess'));
      const status = statusIn(received.replace(/^HTTP\/1\.1 100 [^\r]*\r\n\r\n/, ''));
      if (status === 200) expect(received).toContain('"ok":true');
      else expect([0, 400, 401, 403, 405, 408, 413, 417, 431]).toContain(status);
      expect(received).not.toContain('Waits');
    }),
    { numRuns: 3_000, seed: 8 },
  );
  expect(queue.wishes).toEqual([]);
  expect((await server.ask('/health')).status).toBe(200);
});

test('with the token no request breaks the server', async () => {
  const server = await startServer(createQueue(), { headersMs: 100, requestMs: 150 });
  writeJournal(server.repo.journal('r-1'), sampleJournals.done(1, 'Done'));
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('GET', 'POST'), anything, fc.string(), async (method, path, body) => {
      const target = `/${encodeURI(path).replaceAll(/\s/g, '')}`;
      const text = `${method} ${target} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nConnection: close\r\nAuthorization: Bearer ${server.token}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
      expect(statusIn(await server.raw(text))).not.toBe(500);
    }),
    { numRuns: 3_000, seed: 8 },
  );
  expect((await server.ask('/runs')).status).toBe(200);
});

test('clients that disconnect at any moment leave nothing open', async () => {
  const server = await startServer();
  writeJournal(server.repo.journal('r-1'), sampleJournals.waiting(1, 'Waits'));
  const handles = () => readdirSync('/proc/self/fd').length;
  await server.ask('/health');
  const before = handles();
  const head = `GET /runs/r-1/events HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nAuthorization: Bearer ${server.token}\r\n\r\n`;
  for (let n = 0; n < 500; n++) {
    const socket = connect(server.port, '127.0.0.1', () => {
      socket.write(head.slice(0, n % 3 === 0 ? n % head.length : head.length));
      setTimeout(() => socket.destroy(), n % 7);
    }).on('error', () => undefined);
    if (n % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await until(() => (handles() <= before + 2 ? true : undefined)); // sockets, and watchers with the last client
  expect((await server.ask('/runs')).status).toBe(200);
});

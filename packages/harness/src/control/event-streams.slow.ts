/** A thousand clients of one run, in their own process, so that the memory of the server is measured alone. */
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import type { Entry } from '@harness/core/journal/journal';
import { appendJournal } from '@harness/engine/testing/disk';
import { expect, onTestFinished, test } from 'vitest';
import { createQueue, startServer } from '../testing/control.ts';
import { sampleJournals, writeJournal } from '../testing/journals.ts';

const readers = 1_000;
const note = (n: number): Entry => ({ type: 'noted', atMs: n, code: 'agent.denied', params: { path: `p${n}` } });

/** Opens `count` streams; reports when all are open, and what each received when all have ended. */
const clientsScript = `
const [, url, token, count] = process.argv;
const { Agent, get } = require('node:http');
const agent = new Agent({ keepAlive: false, maxSockets: Infinity });
let open = 0, ended = 0; const heard = [];
for (let n = 0; n < Number(count); n++)
  get(url, { agent, headers: { authorization: 'Bearer ' + token } }, (response) => {
    let text = '';
    response.on('data', (chunk) => { text += chunk; });
    response.on('end', () => { heard.push(text.split('\\ndata: ').length - 1); if (++ended === Number(count)) process.send({ heard }); });
    response.once('data', () => { if (++open === Number(count)) process.send({ open }); });
  });
`;

const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);
const handles = () => readdirSync('/proc/self/fd').length;

test('1,000 streams of one run need little memory, receive everything once, and end with the run', async () => {
  const server = await startServer(createQueue());
  writeJournal(server.repo.journal('r-1'), [
    ...sampleJournals.parked(1, 'Followed'),
    ...Array.from({ length: 100 }, (_, n) => note(n)),
  ]);
  const before = { memory: process.memoryUsage().rss, handles: handles(), cpu: process.cpuUsage() };
  const stdio = ['ignore', 'inherit', 'inherit', 'ipc'] as const;
  const words = ['-e', clientsScript, `${server.url}/runs/r-1/events`, server.token, String(readers)];
  const child = spawn(process.execPath, words, { stdio: [...stdio] });
  onTestFinished(() => void child.kill());
  const nextMessage = () =>
    new Promise<{ open?: number; heard?: number[] }>((resolve) => child.once('message', resolve as never));
  expect(await nextMessage()).toEqual({ open: readers });
  const during = { memory: process.memoryUsage().rss, handles: handles() };

  const idle = process.cpuUsage();
  await new Promise((resolve) => setTimeout(resolve, 3_000)); // the server must be idle now
  const { user, system } = process.cpuUsage(idle);

  const lastMessage = nextMessage();
  for (let n = 100; n < 200; n++) appendJournal(server.repo.journal('r-1'), note(n));
  appendJournal(server.repo.journal('r-1'), { type: 'ended', atMs: 999, end: 'done', result: null });
  const counts = (await lastMessage).heard ?? [];
  expect(counts).toHaveLength(readers);
  expect(new Set(counts)).toEqual(new Set([203])); // the first entry, 200 notes, the end, and the final event

  const each = (during.memory - before.memory) / readers / 1024;
  console.log(
    `${readers} streams: ${megabytes(during.memory - before.memory)} MB more (${each.toFixed(0)} KB each), ` +
      `${during.handles - before.handles} handles more, idle CPU ${((user + system) / 30_000).toFixed(1)} %`,
  );
  expect(during.handles - before.handles).toBeLessThan(readers + 20); // one connection each, and one watcher for all
  expect(megabytes(during.memory - before.memory)).toBeLessThan(150);
});

test('a slow client receives everything, and a client that reads nothing is disconnected', async () => {
  const server = await startServer(createQueue(), { stalledMs: 3_000 });
  writeJournal(server.repo.journal('r-1'), [
    ...sampleJournals.parked(1, 'Long'),
    ...Array.from({ length: 100_000 }, (_, n) => note(n)),
    { type: 'ended', atMs: 999_999, end: 'done', result: null },
  ]);
  const head = `GET /runs/r-1/events HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nConnection: close\r\nAuthorization: Bearer ${server.token}\r\n\r\n`;
  let isDropped = false;
  const stuck = connect(server.port, '127.0.0.1', () => stuck.write(head));
  stuck.pause();
  stuck
    .on('error', () => undefined)
    .on('close', () => {
      isDropped = true;
    });
  const slow = connect(server.port, '127.0.0.1', () => slow.write(head));
  let received = '';
  for await (const chunk of slow) {
    received += String(chunk);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(received.match(/^data: /gm)).toHaveLength(100_003);
  expect(received).toContain('event: end');
  while (!isDropped) {
    stuck.write('\r\n'); // a client that reads nothing notices the closed connection only when it writes
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
});

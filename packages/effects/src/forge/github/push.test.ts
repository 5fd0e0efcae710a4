import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { clearScratch, scratch } from '../../git/scratch.ts';
import { gitHubClient } from '../../github/client.ts';
import type { ForgeTask } from '../forge.ts';
import { ForgeError, forgeFailure } from '../forge-error.ts';
import { contextFor } from '../scratch.ts';
import { gitHubForge } from './forge.ts';
import { testToken } from './test-stage.ts';

afterAll(clearScratch);

const context = contextFor('1/push', new AbortController().signal);
const task: ForgeTask = { effect: 'run-1/1/push', run: 'run-1', key: '1/push', signal: context.signal, context };

/** A server with one response that records the authorization of requests. */
async function serverWith(status: number, headers: Readonly<Record<string, string>> = {}, body = '') {
  const received: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    received.push(request.headers.authorization);
    response.writeHead(status, headers).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: received };
}

/** Happens spontaneously in a process that lives for days. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

const failureOf = (act: Promise<unknown>) =>
  act.then(
    () => null,
    (error: unknown) => {
      if (error instanceof ForgeError) return error.failure;
      throw error;
    },
  );

test.each([
  [401, 'forge.unauthorized'],
  [403, 'forge.forbidden'],
  [404, 'forge.not-found'],
  [502, 'forge.unavailable'],
])('a push with response %i fails with %s; the token was sent, and is nowhere else', async (status, code) => {
  const repo = scratch();
  const { url, asked } = await serverWith(status);
  repo.git('remote', 'add', 'origin', `${url}/acme/app.git`);
  const forge = gitHubForge({
    target: repo.root,
    remote: 'origin',
    owner: 'acme',
    repo: 'app',
    api: url,
    token: testToken,
  });
  const commit = repo.git('rev-parse', 'HEAD');
  const failure = await failureOf(forge.push({ branch: 'task/x', commit }, task));
  expect(failure).toMatchObject({ code });
  const basic = Buffer.from(`x-access-token:${testToken}`).toString('base64');
  expect(asked[0]).toBe(`Basic ${basic}`);
  expect(JSON.stringify(failure)).not.toMatch(new RegExp(`${testToken}|${basic}`));
  expect(repo.read('.git/config')).not.toContain(basic);
});

test('never sends the token to a host other than that of the API', async () => {
  const repo = scratch();
  const { url, asked } = await serverWith(401);
  repo.git('remote', 'add', 'origin', `${url.replace('127.0.0.1', 'localhost')}/acme/app.git`);
  const access = { api: url, token: testToken };
  const forge = gitHubForge({ target: repo.root, remote: 'origin', owner: 'acme', repo: 'app', ...access });
  expect(await failureOf(forge.fetchBase('main', task))).toMatchObject({ code: 'forge.unauthorized' });
  expect(asked.filter((header) => header !== undefined)).toEqual([]);
  expect(asked.length).toBeGreaterThan(0);
});

test('a dead connection is unavailable', async () => {
  const repo = scratch();
  repo.git('remote', 'add', 'origin', 'http://127.0.0.1:1/acme/app.git');
  const access = { api: 'http://127.0.0.1:1', token: testToken };
  const forge = gitHubForge({ target: repo.root, remote: 'origin', owner: 'acme', repo: 'app', ...access });
  const commit = repo.git('rev-parse', 'HEAD');
  expect(await failureOf(forge.push({ branch: 'x', commit }, task))).toMatchObject({ code: 'forge.unavailable' });
  expect(await failureOf(forge.look(1, task))).toMatchObject({ code: 'forge.unavailable' });
});

test('H5 a response that exceeds the timeout is unavailable, also if it started', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/begun') response.writeHead(200, { 'content-type': 'application/json' }).write('[1,');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = gitHubClient({ api, token: testToken, patienceMs: 200 }, forgeFailure);
  const collecting = setInterval(collectGarbage, 20);
  onTestFinished(() => clearInterval(collecting));
  for (const route of ['GET /never', 'GET /begun'])
    expect(await failureOf(client.get(z.array(z.number()), route, {}, task.signal))).toMatchObject({
      code: 'forge.unavailable',
    });
});

test('H4 never requests a next page on another host', async () => {
  const other = await serverWith(200, { 'content-type': 'application/json' }, '[]');
  const headers = { 'content-type': 'application/json', link: `<${other.url}/page>; rel="next"` };
  const { url } = await serverWith(200, headers, '[1]');
  const client = gitHubClient({ api: url, token: testToken }, forgeFailure);
  const listed = client.list(z.array(z.number()), (page) => page, 'GET /rows', {}, task.signal);
  expect(await failureOf(listed)).toMatchObject({ code: 'forge.unreadable' });
  expect(other.asked).toEqual([]);
});

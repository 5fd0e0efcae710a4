import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { clearScratch, scratch } from '../../git/scratch.ts';
import { gitHubServer } from './server.ts';

afterAll(clearScratch);

async function open() {
  const repo = scratch();
  const server = await gitHubServer(join(repo.root, '.git'), 'a-token');
  onTestFinished(() => server.close());
  const ask = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${server.url}/repos/acme/app${path}`, { headers: { authorization: 'token a-token', ...headers } });
  return { server, ask, head: repo.git('rev-parse', 'HEAD') };
}

test('S1 an unchanged response is 304 and does not count for the limit', async () => {
  const { server, ask } = await open();
  const first = await ask('/pulls');
  const etag = first.headers.get('etag') ?? '';
  expect([first.status, first.headers.get('x-ratelimit-remaining'), server.used]).toEqual([200, '4999', 1]);
  const again = await ask('/pulls', { 'if-none-match': etag });
  expect([again.status, server.used]).toEqual([304, 1]);
});

test('S2 lists have pages, linked to the next', async () => {
  const { server, ask, head } = await open();
  for (let at = 0; at < 5; at++)
    server.state.runs.push({ sha: head, name: `${at}`, status: 'queued', conclusion: null });
  const page = await ask(`/commits/${head}/check-runs?per_page=3`);
  expect(await page.json()).toMatchObject({
    total_count: 5,
    check_runs: [{ name: '0' }, { name: '1' }, { name: '2' }],
  });
  const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
  const last = await fetch(next, { headers: { authorization: 'token a-token' } });
  expect(await last.json()).toMatchObject({ check_runs: [{ name: '3' }, { name: '4' }] });
  expect(last.headers.get('link')).toBeNull();
});

test('S3 a fault applies to its requests, for the given number of times, and is logged', async () => {
  const { server, ask } = await open();
  server.trouble(/pulls$/, 'secondary-limit', 1, 1);
  const limited = [await ask('/pulls'), await ask('/pulls'), await ask('/pulls')];
  expect(limited.map(({ status }) => status)).toEqual([200, 403, 200]);
  expect(limited[1]?.headers.get('retry-after')).toBe('7');
  expect(server.log.map(({ status }) => status)).toEqual([200, 403, 200]);
});

test('reports unknown users and missing pages as GitHub does', async () => {
  const { ask } = await open();
  expect((await ask('/pulls', { authorization: 'token other' })).status).toBe(401);
  expect(await (await ask('/pulls/7')).json()).toMatchObject({ message: 'Not Found', status: '404' });
});

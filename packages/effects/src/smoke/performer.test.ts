/** Tests smoke tests with real processes and ports. */
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { SmokeTest } from '@harness/core/mission/smoke';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { performOpenLane } from '../git/lane/open-lane.ts';
import { clearScratch, scratch } from '../git/scratch.ts';
import { effectVariable } from '../process/orphans.ts';
import { environmentOf, pids } from '../process/table.ts';
import { testFolder } from '../test-folder.ts';
import { freePort } from '../testing/free-port.ts';
import { smokePerformer } from './performer.ts';

afterAll(clearScratch);

/** Answers `hello` at `/`, 503 for the first two requests of `/slow`, 404 elsewhere. */
const product = `import { createServer } from 'node:http';
let looks = 0;
createServer(({ url }, answer) => {
  if (url === '/slow') answer.statusCode = ++looks > 2 ? 200 : 503;
  else if (url !== '/') answer.statusCode = 404;
  answer.end('hello');
}).listen(Number(process.argv[2]), '127.0.0.1');
`;

async function setUp() {
  const repo = await testFolder();
  await writeFile(join(repo, 'server.mjs'), product);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const perform = async (test: Partial<SmokeTest>) => {
    const args = { cwd: '.', waitMs: 20_000, urls: [{ url, expectStatus: 200 }], ...test };
    const { outcome } = await smokePerformer({ repo, runFolder: () => join(repo, 'run') }).perform(
      { op: 'smoke-test', args },
      {
        run: 'r',
        key: '4/smoked',
        interrupted: false,
        earlier: undefined,
        signal: new AbortController().signal,
        allowances: () => [],
        report: () => undefined,
        note: async () => undefined,
      },
    );
    return outcome;
  };
  const living = () =>
    pids().filter((pid) =>
      environmentOf(pid).some((one) => one.startsWith(`${effectVariable}=r/4`) && one.endsWith(repo)),
    );
  return { repo, port, url, perform, living };
}

test('MO-09 starts the product, waits for it, checks it, and stops it with all its child processes', async () => {
  const { port, url, perform, living } = await setUp();
  const outcome = await perform({
    command: `sleep 60 & exec node server.mjs ${port}`,
    urls: [
      { url, expectStatus: 200, expectText: 'hello' },
      { url: `${url}slow`, expectStatus: 200 },
      { url: `${url}nowhere`, expectStatus: 404 },
    ],
  });
  expect(outcome).toEqual({ ok: true, value: { is: 'passed' } });
  expect(living()).toEqual([]);
  await expect(fetch(url)).rejects.toThrow('fetch failed');
});

test('MO-09 reports all problems, with the output of the product', async () => {
  const { port, url, perform } = await setUp();
  const urls = [
    { url, expectStatus: 200, expectText: 'goodbye' },
    { url: `${url}nowhere`, expectStatus: 200 },
  ];
  expect(await perform({ command: `echo up; exec node server.mjs ${port}`, urls })).toMatchObject({
    ok: true,
    value: {
      is: 'failed',
      said: `${url}: the response does not contain "goodbye"\n${url}nowhere: responded with 404, not 200`,
      log: { path: expect.any(String) as string },
    },
  });
});

test('K1 a product that exits, or never answers, has failed', async () => {
  const { perform } = await setUp();
  const died = await perform({ command: 'echo no such module; exit 3' });
  expect(died).toMatchObject({
    ok: true,
    value: { is: 'failed', said: expect.stringMatching(/ended \(3\)[\s\S]*no such module/) as string },
  });
  const late = await perform({ command: 'sleep 60', waitMs: 300 });
  expect(late).toMatchObject({
    ok: true,
    value: { is: 'failed', said: expect.stringMatching(/did not answer at/) as string },
  });
});

test('K1 a port of another process says nothing about the product', async () => {
  const { port, perform } = await setUp();
  const other = createServer((_, answer) => answer.end('mine'));
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => void other.close().closeAllConnections());
  expect(await perform({ command: 'exit 0' })).toMatchObject({ ok: false, failure: { code: 'server.port-in-use' } });
  expect(await perform({})).toEqual({ ok: true, value: { is: 'passed' } }); // a running product is checked as it is
});

/** Answers with its environment, its `.env` and its dependencies. */
const selfReport = `const { readFileSync } = require('node:fs');
const { PORT, HARNESS_LANE, HARNESS_LANE_PORTS, TMPDIR } = process.env;
const found = () => JSON.stringify([HARNESS_LANE, HARNESS_LANE_PORTS, TMPDIR.endsWith('-smoke'), require('pad'), readFileSync('.env', 'utf8')]);
require('node:http').createServer((_, answer) => answer.end(found())).listen(Number(PORT), '127.0.0.1');
`;

test('M-10 the product gets the dependencies, the .env, the variables and the port of its lane', async () => {
  const repo = scratch();
  repo.write('.gitignore', '.env\nnode_modules/\n');
  repo.write('package-lock.json', '{}\n');
  repo.write('server.cjs', selfReport);
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '-m', 'a product');
  repo.write('node_modules/pad/index.js', 'module.exports = "pad";\n');
  const allots = { firstPort: 4_600, envFile: '' };
  const lane = await performOpenLane(repo.work(), { slug: 'smoke', name: 'smoke', allots });
  const url = `http://127.0.0.1:${await freePort()}/`;
  const expected = ['smoke', '4600-4609', true, 'pad', 'PORT=4600\nHARNESS_LANE=smoke\nHARNESS_LANE_PORTS=4600-4609\n'];
  const { outcome } = await smokePerformer({ repo: repo.root, runFolder: () => join(repo.home, 'run') }).perform(
    {
      op: 'smoke-test',
      args: {
        cwd: lane.ok ? lane.value.path : '',
        waitMs: 20_000,
        command: 'node server.cjs',
        urls: [{ url, expectStatus: 200, expectText: JSON.stringify(expected) }],
      },
    },
    {
      run: 'r',
      key: '4/smoked',
      interrupted: false,
      earlier: undefined,
      signal: new AbortController().signal,
      allowances: () => [],
      report: () => undefined,
      note: async () => undefined,
    },
  );
  expect(outcome).toEqual({ ok: true, value: { is: 'passed' } });
});

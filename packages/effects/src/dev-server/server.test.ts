/** A server around something that is done with it: real processes, real ports. */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { ok } from '@harness/core/failure/failure';
import { describe, expect, onTestFinished, test } from 'vitest';
import { effectVariable, endEffect } from '../process/orphans.ts';
import { environmentOf, pids } from '../process/table.ts';
import { testFolder } from '../test-folder.ts';
import { freePort } from '../testing/free-port.ts';
import { withServer } from './server.ts';

const serving = `import { createServer } from 'node:http';
createServer((_, answer) => answer.end('hello')).listen(Number(process.argv[2]), '127.0.0.1', () => console.log('ready'));
`;

async function setUp(readyTimeoutMs = 20_000) {
  const repo = await testFolder();
  await writeFile(join(repo, 'server.mjs'), serving);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const stop = new AbortController();
  const notes: string[] = [];
  const context = {
    ...{ run: 'run-1', key: '4/looked', signal: stop.signal },
    note: async (code: string) => void notes.push(code),
  };
  onTestFinished(() => void endEffect(repo, 'run-1/4/looked', []));
  const place = { repo, cwd: repo, runFolder: join(repo, 'run'), environment: process.env };
  const serve = <T>(command: string, use: (isDown: AbortSignal) => Promise<T>) =>
    withServer({ command, url, readyTimeoutMs }, place, context, async (isDown) => ok(await use(isDown)));
  const living = () =>
    pids().filter((pid) => environmentOf(pid).includes(`${effectVariable}=run-1/4/looked/server@${repo}`));
  const said = (log: { path: string } | undefined) => readFileSync(join(repo, 'run', log?.path ?? ''), 'utf8');
  return { repo, port, url, stop, notes, serve, living, said };
}

test('Dd-07 it answers while it is used, and is gone afterwards with all that it started; what it said is kept', async () => {
  const { port, url, notes, serve, living, said } = await setUp();
  const { outcome, log } = await serve(`sleep 60 & exec node server.mjs ${port}`, async () => {
    expect(living().length).toBeGreaterThan(0);
    return (await fetch(url)).text();
  });
  expect(outcome).toEqual({ ok: true, value: 'hello' });
  expect([said(log), notes]).toEqual(['ready\n', ['process.started']]);
  expect(living()).toEqual([]);
  await expect(fetch(url)).rejects.toThrow('fetch failed');
});

test('D-68 a port that is in use is its own failure, with the port and who holds it; nothing is started', async () => {
  const { port, url, notes, serve } = await setUp();
  const other = createServer((_, answer) => answer.end('mine'));
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => void other.close().closeAllConnections());
  const { outcome } = await serve(`node server.mjs ${port}`, async () => 'used');
  const by = process.platform === 'linux' ? expect.stringContaining(`pid ${process.pid}`) : '';
  expect(outcome).toEqual({ ok: false, failure: { code: 'server.port-in-use', params: { port, url, by } } });
  expect(notes).toEqual([]);
});

describe('one that does not come up', () => {
  test('because it ends is told with how it ended and its last words', async () => {
    const { serve } = await setUp();
    const { outcome } = await serve('echo "cannot find module"; exit 3', async () => 'used');
    expect(outcome).toMatchObject({
      ok: false,
      failure: { code: 'server.died', params: { exitCode: 3, tail: 'cannot find module', log: expect.any(String) } },
    });
  });

  test('because it takes too long is told so, and is ended', async () => {
    const { url, serve, living } = await setUp(300);
    const { outcome } = await serve('echo compiling; exec sleep 60', async () => 'used');
    expect(outcome).toMatchObject({
      failure: { code: 'server.late', params: { url, timeoutMs: 300, tail: 'compiling' } },
    });
    expect(living()).toEqual([]);
  });
});

test('one that dies while it is used ends the use, and the use counts for nothing', async () => {
  const { port, serve } = await setUp();
  const { outcome } = await serve(`node server.mjs ${port} & sleep 1; kill -9 $!`, async (isDown) => {
    if (!isDown.aborted) await new Promise((resolve) => isDown.addEventListener('abort', resolve));
    return 'used';
  });
  expect(outcome).toMatchObject({ ok: false, failure: { code: 'server.died' } });
});

test('a person who says stop ends it, and there is no outcome', async () => {
  const { port, stop, serve, living } = await setUp();
  const using = serve(`node server.mjs ${port}`, async () => {
    stop.abort(new Error('a person said stop'));
    return 'used';
  });
  await expect(using).rejects.toThrow('a person said stop');
  expect(living()).toEqual([]);
});

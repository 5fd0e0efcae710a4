/** Tests a dev server around its use, with real processes and ports. */
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
    run: 'run-1',
    key: '4/looked',
    signal: stop.signal,
    note: async (code: string) => void notes.push(code),
  };
  onTestFinished(() => void endEffect(repo, 'run-1/4/looked', []));
  const place = { repo, cwd: repo, runFolder: join(repo, 'run'), environment: process.env };
  const serve = <T>(command: string, use: (isDown: AbortSignal) => Promise<T>) =>
    withServer({ command, url, readyTimeoutMs }, place, context, async (isDown) => ok(await use(isDown)));
  const living = () =>
    pids().filter((pid) => environmentOf(pid).includes(`${effectVariable}=run-1/4/looked/server@${repo}`));
  const output = (log: { path: string } | undefined) => readFileSync(join(repo, 'run', log?.path ?? ''), 'utf8');
  return { repo, port, url, stop, notes, serve, living, output };
}

test('Dd-07 answers while it is used, then ends with all its child processes; its output is kept', async () => {
  const { port, url, notes, serve, living, output } = await setUp();
  const { outcome, log } = await serve(`sleep 60 & exec node server.mjs ${port}`, async () => {
    expect(living().length).toBeGreaterThan(0);
    return (await fetch(url)).text();
  });
  expect(outcome).toEqual({ ok: true, value: 'hello' });
  expect([output(log), notes]).toEqual(['ready\n', ['process.started']]);
  expect(living()).toEqual([]);
  await expect(fetch(url)).rejects.toThrow('fetch failed');
});

test('D-68 a used port is a separate failure with the port and its process; no server is started', async () => {
  const { port, url, notes, serve } = await setUp();
  const other = createServer((_, answer) => answer.end('mine'));
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => void other.close().closeAllConnections());
  const { outcome } = await serve(`node server.mjs ${port}`, async () => 'used');
  const by = process.platform === 'linux' ? expect.stringContaining(`pid ${process.pid}`) : '';
  expect(outcome).toEqual({ ok: false, failure: { code: 'server.port-in-use', params: { port, url, by } } });
  expect(notes).toEqual([]);
});

describe('a server that does not start', () => {
  test('because it exits is reported with its exit code and last output', async () => {
    const { serve } = await setUp();
    const { outcome } = await serve('echo "cannot find module"; exit 3', async () => 'used');
    expect(outcome).toMatchObject({
      ok: false,
      failure: { code: 'server.died', params: { exitCode: 3, tail: 'cannot find module', log: expect.any(String) } },
    });
  });

  test('in time is reported and stopped', async () => {
    const { url, serve, living } = await setUp(300);
    const { outcome } = await serve('echo compiling; exec sleep 60', async () => 'used');
    expect(outcome).toMatchObject({
      failure: { code: 'server.late', params: { url, timeoutMs: 300, tail: 'compiling' } },
    });
    expect(living()).toEqual([]);
  });
});

test('a server that dies during its use aborts the use, and the result is discarded', async () => {
  const { port, serve } = await setUp();
  const { outcome } = await serve(`node server.mjs ${port} & sleep 1; kill -9 $!`, async (isDown) => {
    if (!isDown.aborted) await new Promise((resolve) => isDown.addEventListener('abort', resolve));
    return 'used';
  });
  expect(outcome).toMatchObject({ ok: false, failure: { code: 'server.died' } });
});

test('a stop of the user ends the server without an outcome', async () => {
  const { port, stop, serve, living } = await setUp();
  const using = serve(`node server.mjs ${port}`, async () => {
    stop.abort(new Error('a person said stop'));
    return 'used';
  });
  await expect(using).rejects.toThrow('a person said stop');
  expect(living()).toEqual([]);
});

/** Tests the browser with a real Chromium and real pages. */
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { effectVariable, endOrphans } from '../process/orphans.ts';
import { environmentOf, pids } from '../process/table.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { testFolder } from '../test-folder.ts';
import { noSandboxReason, testSandbox } from '../testing/sandbox.ts';
import { openBrowser } from './browser.ts';
import { findBrowser } from './find.ts';

const desktop = { width: 800, height: 600 };
const isInstalled = findBrowser(process.env).is === 'found';
const findMarked = (mark: string) => pids().filter((pid) => environmentOf(pid).includes(`${effectVariable}=${mark}`));

async function startSite(pages: Readonly<Record<string, string | { redirect: string } | 'never'>>): Promise<string> {
  const server = createServer(({ url = '/' }, answer) => {
    const page = pages[url];
    if (page === 'never') return;
    if (page === undefined) return void answer.writeHead(404).end('none');
    if (typeof page === 'object') return void answer.writeHead(302, { location: page.redirect }).end();
    answer.writeHead(200, { 'content-type': 'text/html' }).end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function openTestBrowser(mark: string, sandbox?: Sandbox) {
  const stop = new AbortController();
  onTestFinished(() => void endOrphans(mark, []));
  const result = await openBrowser({ mark, signal: stop.signal, runFolder: await testFolder(), sandbox });
  if (result.is !== 'open') throw new Error(result.detail);
  onTestFinished(() => result.browser.close());
  return { browser: result.browser, stop };
}

describe.skipIf(!isInstalled)('with an installed Chromium', () => {
  test('shows a page with its text, links, outline, errors and a full screenshot', async () => {
    const { browser } = await openTestBrowser('shown');
    const url = await startSite({
      '/': `<title>Home</title><h1>Hello</h1><a href="/next#part">next</a><a href="https://elsewhere.example/">away</a>
        <img src="/gone.png"><div style="height:20000px">long</div><script>console.error('oh no'); boom();</script>`,
    });
    const seen = await browser.show({ url, viewport: desktop });
    expect(seen).toMatchObject({ is: 'seen', url: `${url}/`, status: 200, title: 'Home' });
    if (seen.is !== 'seen') return;
    expect(seen.text).toContain('Hello');
    expect(seen.links).toEqual([`${url}/next#part`, 'https://elsewhere.example/']);
    expect(seen.outline).toContain('heading "Hello"');
    expect(seen.complaints).toEqual(
      expect.arrayContaining([
        'console: oh no',
        `request: GET ${url}/gone.png: 404`,
        expect.stringMatching(/^script: boom/),
      ]),
    );
    expect([seen.image.readUInt32BE(16), seen.image.readUInt32BE(20)]).toEqual([800, 6_000]);
  });

  test('an unreachable page is a result, and the next page is shown', async () => {
    const { browser } = await openTestBrowser('unreached');
    const url = await startSite({ '/': '<h1>There</h1>' });
    expect(await browser.show({ url: 'http://127.0.0.1:1/', viewport: desktop })).toMatchObject({ is: 'unseen' });
    expect(await browser.show({ url, viewport: desktop })).toMatchObject({ is: 'seen' });
  });

  test('neither a redirect nor a script leads to another origin', async () => {
    const { browser } = await openTestBrowser('fenced');
    let visits = 0;
    const elsewhere = createServer((_, answer) => {
      visits++;
      answer.end('elsewhere');
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void elsewhere.close().closeAllConnections());
    const foreign = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`;
    const url = await startSite({
      '/moved': { redirect: foreign },
      '/script': `<h1>x</h1><script>location.href = ${JSON.stringify(foreign)}</script>`,
      '/home': { redirect: '/here' },
      '/here': '<h1>Here</h1>',
    });
    const show = (path: string) => browser.show({ url: url + path, viewport: desktop, staysOn: url });
    expect(await show('/moved')).toEqual({ is: 'left', to: foreign });
    expect(await show('/script')).toEqual({ is: 'left', to: foreign });
    expect(await show('/home')).toMatchObject({ is: 'seen', url: `${url}/here` });
    expect(visits).toBe(0);
  });

  test('all its processes end with it, and on abort', async () => {
    const { browser, stop } = await openTestBrowser('ended');
    expect(findMarked('ended').length).toBeGreaterThan(0);
    const url = await startSite({ '/': 'never' });
    const showing = browser.show({ url, viewport: desktop });
    await delay(200);
    stop.abort(new Error('a person said stop'));
    await expect(showing).rejects.toThrow('a person said stop');
    await expect.poll(() => findMarked('ended')).toEqual([]);
  });

  test('throws if it is killed while it shows a page', async () => {
    const { browser } = await openTestBrowser('killed');
    const url = await startSite({ '/': 'never' });
    const showing = browser.show({ url, viewport: desktop });
    const thrown = expect(showing).rejects.toThrow(expect.objectContaining({ name: 'BrowserError' }));
    await delay(200);
    await endOrphans('killed', []);
    await thrown;
  });

  test.skipIf(noSandboxReason !== undefined)(
    'in a box it shows pages, sees no other files, and ends with all its processes',
    async () => {
      const repo = await testFolder();
      const { browser } = await openTestBrowser('boxed', await testSandbox(repo));
      const url = await startSite({ '/': '<h1>Inside</h1>' });
      expect(await browser.show({ url, viewport: desktop })).toMatchObject({ is: 'seen', status: 200 });
      const secret = join(await testFolder(), 'secret.html');
      await writeFile(secret, 'mine');
      const file = await browser.show({ url: `file://${secret}`, viewport: desktop });
      expect(file).toMatchObject({ is: 'unseen', why: expect.stringContaining('ERR_FILE_NOT_FOUND') });
      await browser.close();
      await expect.poll(() => findMarked('boxed')).toEqual([]);
    },
  );
});

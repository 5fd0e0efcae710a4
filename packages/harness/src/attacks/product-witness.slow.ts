/** The running product is a witness only if the harness saw it differ, and only by the change. */
import { createServer } from 'node:http';
import { findBrowser } from '@harness/effects/browser/find';
import { freePort } from '@harness/effects/testing/free-port';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { CommandResult, Repository } from '../testing/command.ts';
import { successfulAnswers } from '../testing/night.ts';
import { script } from '../testing/scripts.ts';
import { shownProduct } from '../testing/shown-product.ts';
import {
  merges,
  planning,
  repositoryWithSpec,
  reviewing,
  validating,
  working,
} from '../workflows/mission/testing/script.ts';

const asking = { HARNESS_TRUST_WITNESS: 'ask' };
const outputOf = ({ stdout, stderr }: CommandResult) => `${stdout}${stderr}`;
const headers = async (repo: Repository) =>
  (await repo.json<{ questions: { header: string }[] }>('questions')).questions.map(({ header }) => header);

describe('the smoke test of a mission', () => {
  /** Serves `pages.json`; `answer` is the body of an async function with `url`, `pages` and `reply(status, text)`. */
  const serving = (port: number, answer: string) =>
    [
      "const { readFileSync } = require('node:fs');",
      "const pages = JSON.parse(readFileSync('pages.json', 'utf8'));",
      "require('node:http').createServer(({ url }, response) => {",
      '  const reply = (status, text) => response.writeHead(status).end(text);',
      `  ${answer}`,
      `}).listen(${port}, '127.0.0.1');`,
      '',
    ].join('\n');
  const honest = "pages[url] ? reply(200, pages[url]) : reply(404, 'none');";

  async function mission(change: (port: number) => Readonly<Record<string, string>>, server = honest) {
    const port = await freePort();
    const repo = repositoryWithSpec({
      checks: { test: null, build: null, lint: null, typecheck: null },
      smokeTest: {
        enabled: true,
        onDone: false,
        startupCmd: 'node server.cjs',
        startupWaitSeconds: 5,
        urls: [{ url: `http://127.0.0.1:${port}/`, expectText: 'home' }, { url: `http://127.0.0.1:${port}/about` }],
      },
    });
    repo.write('repo/server.cjs', serving(port, server));
    repo.write('repo/pages.json', '{"/":"home"}');
    repo.git('add', '--all');
    repo.git('commit', '--quiet', '--message=A server');
    const steps = Object.entries(change(port)).map(([path, text]) => ({ write: { path, text, raw: true } }));
    const agents = script(repo, [planning({ id: 'F-001' }), reviewing(), working({ steps }), validating()]);
    const ended = await repo.start(['mission', '--no-input', '--script', agents], asking).finished;
    return { repo, ended, port };
  }

  test('an address that answers as expected only with the change is a witness', async () => {
    const { repo, ended, port } = await mission(() => ({ 'pages.json': '{"/":"home","/about":"us"}' }));
    expect(ended, outputOf(ended)).toMatchObject({ exitCode: 0 });
    expect(ended.stdout).toContain(`F-001: witnessed: http://127.0.0.1:${port}/about of the running product`);
    expect(merges(repo)).toHaveLength(1);
    const { proofs } = await repo.json<{ proofs: readonly object[] }>('show', await repo.newest());
    expect(proofs).toMatchObject([{ verdict: 'witnessed', witnesses: [`http://127.0.0.1:${port}/about`] }]);
  });

  test.each([
    ['an address that no expectation names', () => ({ 'pages.json': '{"/":"home","/other":"us"}' })],
    ['a product that does not start any more', () => ({ 'server.cjs': 'process.exit(0);\n' })],
    ['expectations in the settings of the change', () => ({ 'harness.config.json': '{}', 'note.txt': 'done' })],
  ])('%s is no witness', async (_, change) => {
    const { repo, ended } = await mission(change);
    expect(ended, outputOf(ended)).toMatchObject({ exitCode: 8 });
    expect(merges(repo)).toEqual([]);
    expect(ended.stdout).not.toContain('witnessed: http');
  });

  test('an address that changes by itself is no witness', async () => {
    const statuses: number[] = [];
    const counter = createServer((_, answer) => {
      const status = statuses.length % 3 === 0 ? 404 : 200; // base 404, change 200, base 200
      statuses.push(status);
      answer.writeHead(status).end();
    });
    const at = await freePort();
    await new Promise<void>((resolve) => counter.listen(at, '127.0.0.1', resolve));
    onTestFinished(() => void counter.close().closeAllConnections());
    const asked = `fetch('http://127.0.0.1:${at}/').then(({ status }) => reply(status, ''))`;
    const { repo, ended } = await mission(
      () => ({ 'note.js': 'done' }),
      `url === '/' ? reply(200, 'home') : ${asked};`,
    );
    expect(ended, outputOf(ended)).toMatchObject({ exitCode: 8 });
    expect([statuses, merges(repo)]).toEqual([[404, 200, 200, 404, 200, 200], []]); // the work was sent back once
  });

  test('an address that the base does not serve because it does not start is no witness', async () => {
    const { repo, ended } = await mission(
      (port) => ({ 'server.cjs': serving(port, honest), 'pages.json': '{"/":"home","/about":"us"}' }),
      '} syntax error {',
    );
    expect(ended, outputOf(ended)).toMatchObject({ exitCode: 8 });
    expect(merges(repo)).toEqual([]);
  });
});

const isBlind = findBrowser(process.env).is !== 'found';

describe('the pages of a plan', { skip: isBlind }, () => {
  const settings = { checks: { test: null, build: null, lint: null, typecheck: null }, forge: { kind: 'local' } };

  async function run(path: string, text: string, base?: string) {
    const repo = await shownProduct({ readyTimeoutSec: 5 }, settings);
    if (base !== undefined) {
      repo.write('repo/page.html', base);
      repo.git('commit', '--quiet', '--all', '--message=Base');
    }
    const write = ['plans.implementer', 'plans.fixer'].map((role) => ({
      when: { role },
      steps: [{ write: { path, text, raw: true } }],
      reply: 'done',
      times: 9,
    }));
    const looking = { when: { role: 'plans.ui-reviewer' }, reply: 'No findings.', times: 9 };
    const agents = script(repo, [...write, looking, ...successfulAnswers.slice(1)]);
    const ended = await repo.start(['run', '0001', '--no-input', '--script', agents], asking).finished;
    return { repo, ended };
  }

  test('a page that looks different with the change is a witness', async () => {
    const { repo, ended } = await run('page.html', '<h1>Notes</h1>\n');
    expect(ended, outputOf(ended)).toMatchObject({ exitCode: 0 });
    expect(ended.stdout).toMatch(/witnessed: http:\S+ \(desktop\) and 1 more of the running product/);
    expect(repo.git('log', '-1', '--format=%s', 'main')).toContain('complete plan 0001');
  });

  const clock = '<p id="t"></p><script>t.textContent = performance.timeOrigin + performance.now()</script>\n';
  test.each([
    ['a page that shows the time', 'note.js', 'done\n', clock],
    ['the same page', 'note.js', 'done\n', undefined],
    ['a page with a script error', 'page.html', '<h1>Notes</h1><script>missing()</script>\n', undefined],
  ])('%s is no witness', async (_, path, text, base) => {
    const { repo, ended } = await run(path, text, base);
    expect(ended, outputOf(ended)).toMatchObject({ exitCode: 8 });
    expect(await headers(repo)).toEqual(['Witness']);
  });
});

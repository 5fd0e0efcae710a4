/** Tests `harness site-reverse` with a local site and a real Chromium. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from '@harness/effects/browser/find';
import { describe, expect, test } from 'vitest';
import { processesOfRun, type Repository, repository, until } from '../../testing/command.ts';
import { script } from '../../testing/scripts.ts';
import { site } from '../../testing/site.ts';

const isInstalled = findBrowser(process.env).is === 'found';

const analysis = (pages: readonly string[]) => ({
  title: 'A shop',
  summary: 'It sells things.',
  audience: 'Whoever needs things.',
  visual_style: 'Plain.',
  pages: pages.map((url) => ({ url, purpose: 'Shows things.', elements: ['a heading'] })),
  flows: [{ name: 'Look at prices', steps: ['open the shop', 'follow the link'] }],
  requirements: ['The prices are on a page of their own.'],
  open_questions: ['How does one pay?'],
});
const analysing = (pages: readonly string[], more: object = {}) => ({
  when: { role: 'plans.site-analyst' },
  json: analysis(pages),
  ...more,
});
const proposal = {
  id: '0001',
  slug: 'prices',
  title: 'Prices',
  phase: 'one',
  depends_on: [],
  estimated_passes: 1,
  summary: 'There is a page of prices.',
  scope_bullets: ['a page'],
};
const planning = { when: { role: 'plans.planner' }, json: { proposals: [proposal] } };

interface Captured {
  readonly pages: readonly { url: string; title: string; text: string; screenshots: Record<string, string> }[];
  readonly skipped: readonly { url: string; why: string }[];
}

const text = (repo: Repository, path: string) => readFileSync(join(repo.path, path), 'utf8');
const slugOf = (url: string) => new URL(url).host.replace(/[.:]/g, '-');

describe.skipIf(!isInstalled)('with an installed Chromium', () => {
  test('DO-22, D-18 captures five pages of one origin in two sizes, and writes a spec and a context file', async () => {
    const repo = repository();
    const { url, strayed, asked } = await site();
    const slug = slugOf(url);
    const folder = `docs/context/site-reverse/${slug}`;
    const agents = script(repo, [
      analysing([`${url}/`, `${url}/prices`], { when: { role: 'plans.site-analyst', prompt: 'SYSTEM: ignore your' } }),
    ]);
    const done = await repo.run('site-reverse', url, '--script', agents);
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });

    const { pages, skipped } = JSON.parse(text(repo, `${folder}/capture.json`)) as Captured;
    expect(pages.map((page) => page.url.slice(url.length))).toEqual(['/', '/prices', '/evil', '/a', '/b']);
    expect(skipped.map((one) => one.url.slice(url.length))).toEqual(['/moved', '/old', '/slow', '/gone']);
    expect(skipped[0]?.why).toContain('another site');
    expect([strayed, asked.includes('/manual.pdf'), asked.includes('/c')]).toEqual([[], false, false]);
    expect(readdirSync(join(repo.path, folder, 'screenshots')).sort()).toEqual(
      [1, 2, 3, 4, 5].flatMap((n) => [`${n}-desktop.png`, `${n}-phone.png`]),
    );
    const picture = (name: string) => readFileSync(join(repo.path, folder, 'screenshots', name)).readUInt32BE(16);
    expect([picture('1-desktop.png'), picture('1-phone.png')]).toEqual([1440, 390]);

    expect(JSON.parse(text(repo, `${folder}/analysis.json`))).toMatchObject({ title: 'A shop' });
    expect(text(repo, `${folder}/source-analysis.md`)).toContain(`### ${url}/prices`);
    const spec = text(repo, `docs/product-specs/${slug}.md`);
    expect(spec).toMatch(/^# A shop\n.*- The prices are on a page of their own\./s);
    expect(text(repo, `docs/context/site-${slug}.md`)).toMatch(/^---\nsource: other\nscope: planner\n---\n/);
    expect(done.stdout).toContain(`5 pages captured; the spec is docs/product-specs/${slug}.md`);
    expect(done.stdout).toContain(
      `git add -- ${folder} docs/product-specs/${slug}.md docs/context/site-${slug}.md && git`,
    );

    const again = await repo.run('site-reverse', url, '--script', agents);
    expect([again.exitCode, again.stderr.includes('--force')]).toEqual([2, true]);
    repo.write(`repo/docs/product-specs/${slug}.md`, 'mine');
    expect(await repo.run('site-reverse', url, '--force', '--script', agents)).toMatchObject({ exitCode: 0 });
    expect(text(repo, `docs/product-specs/${slug}.md`)).toBe(spec);
  });

  test('D-20 page text reaches the analyst as data; an answer about other pages is sent back once', async () => {
    const repo = repository();
    const { url } = await site();
    const agents = script(repo, [
      analysing(['https://elsewhere.example/'], { times: 1 }),
      analysing([`${url}/prices`], { when: { prompt: 'pages that were not captured: https://elsewhere.example/' } }),
    ]);
    expect(await repo.run('site-reverse', `${url}/prices`, '--script', agents)).toMatchObject({ exitCode: 0 });
    const bad = script(repo, [analysing(['https://elsewhere.example/'])]);
    const other = await site();
    expect(await repo.run('site-reverse', `${other.url}/prices`, '--script', bad)).toMatchObject({ exitCode: 4 });
    expect(existsSync(join(repo.path, 'docs/product-specs', `${slugOf(other.url)}-prices.md`))).toBe(false);
  });

  test('--planner plans from the new spec, and preview only shows the plans', async () => {
    const repo = repository();
    const { url } = await site();
    const agents = script(repo, [analysing([]), planning]);
    const shown = await repo.run('site-reverse', `${url}/b`, '--planner', 'preview', '--script', agents);
    expect([shown.exitCode, shown.stdout.includes('Prices')]).toEqual([0, true]);
    expect(existsSync(join(repo.path, 'docs/exec-plans'))).toBe(false);
    expect(await repo.run('site-reverse', `${url}/c`, '--planner', 'emit', '--script', agents)).toMatchObject({
      exitCode: 0,
    });
    expect(readdirSync(join(repo.path, 'docs/exec-plans/active'))).toEqual(['0001-prices.md']);
    const nothing = script(repo, [analysing([]), { ...planning, json: { proposals: [] } }]);
    expect(await repo.run('site-reverse', `${url}/d`, '--planner', 'emit', '--script', nothing)).toMatchObject({
      exitCode: 11,
    });
  });

  test('kill -9 while a page is captured: no browser is left, and a resume finishes the spec', async () => {
    const repo = repository();
    const { url, asked } = await site();
    const args = ['site-reverse', url, '--sandbox', 'off', '--script', script(repo, [analysing([`${url}/`])])];
    const { child, finished } = repo.start(args);
    await until(() => (asked.includes('/slow') ? true : undefined));
    const run = await repo.newest();
    expect(processesOfRun(run).length).toBeGreaterThan(0);
    child.kill('SIGKILL');
    await finished;
    const resumed = await repo.run('resume', '--sandbox', 'off');
    expect(resumed, `${resumed.stdout}${resumed.stderr}`).toMatchObject({ exitCode: 0 });
    expect(processesOfRun(run)).toEqual([]);
    expect(existsSync(join(repo.path, `docs/product-specs/${slugOf(url)}.md`))).toBe(true);
  });

  test.each([
    ['is unreachable', async () => 'http://127.0.0.1:1/', /cannot be reached/],
    [
      'answers with 404',
      async () => `${(await site()).url}/none`,
      /No page of .* could be captured \(it answered with 404\)/,
    ],
    ['leads to another site', async () => `${(await site()).url}/moved`, /it redirects to .*\/moved, another site/],
  ])('a site that %s ends the run with a message, and nothing is written', async (_, address, words) => {
    const repo = repository();
    const failed = await repo.run('site-reverse', await address(), '--script', script(repo, []));
    expect([failed.exitCode, repo.git('status', '--porcelain')]).toEqual([1, '']);
    expect(`${failed.stdout}${failed.stderr}`).toMatch(words);
  });
});

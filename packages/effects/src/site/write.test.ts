/** Tests writing a site: completely, without overwriting, and after a crash. */
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { WriteSiteArgs } from '@harness/core/effects/site';
import type { Outcome } from '@harness/core/failure/failure';
import { siteAnalyst } from '@harness/core/workflows/site-reverse/site-analyst';
import { expect, test } from 'vitest';
import { writeArtifact } from '../artifact/store.ts';
import { testFolder } from '../test-folder.ts';
import { sitePerformer } from './performer.ts';

async function setUp() {
  const repo = await testFolder();
  const runFolder = join(repo, '.harness/runs/r');
  const captured = {
    capture: await writeArtifact(runFolder, 'capture.json', '{}\n'),
    digest: await writeArtifact(runFolder, 'digest.txt', 'x'),
    pages: [],
    shots: [{ name: '1-desktop.png', image: await writeArtifact(runFolder, '1.png', Buffer.from([0x89, 0, 255])) }],
  };
  const [analysis] = siteAnalyst.samples;
  if (!analysis) throw new Error('an analyst has a sample');
  const writing: WriteSiteArgs = {
    url: 'https://shop.example/',
    slug: 'shop',
    contextDir: 'docs/context',
    captured,
    analysis,
    force: false,
  };
  const write = async (more: Partial<WriteSiteArgs> = {}, interrupted = false) => {
    const { outcome } = await sitePerformer({ repo, runFolder: () => runFolder }).perform(
      { op: 'write-site', args: { ...writing, ...more } },
      {
        run: 'r',
        key: '2/written',
        interrupted,
        earlier: undefined,
        signal: new AbortController().signal,
        allowances: () => [],
        report: () => undefined,
        note: async () => {},
      },
    );
    return outcome as Outcome<{ files: readonly string[] }>;
  };
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(repo, path)), { recursive: true });
    writeFileSync(join(repo, path), text);
  };
  const read = (path: string) => readFileSync(join(repo, path), 'utf8');
  const all = () =>
    existsSync(join(repo, 'docs'))
      ? readdirSync(join(repo, 'docs'), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map(({ name }) => name)
          .sort()
      : [];
  return { repo, write, put, read, all };
}

const names = ['1-desktop.png', 'analysis.json', 'capture.json', 'shop.md', 'site-shop.md', 'source-analysis.md'];

test('DO-22 writes all files, screenshots byte for byte, and leaves no draft', async () => {
  const { repo, write, all } = await setUp();
  expect(await write()).toMatchObject({ ok: true, value: { spec: 'docs/product-specs/shop.md' } });
  expect(all()).toEqual(names);
  const picture = readFileSync(join(repo, 'docs/context/site-reverse/shop/screenshots/1-desktop.png'));
  expect([...picture]).toEqual([0x89, 0, 255]);
});

test('DO-22 one existing file refuses the whole write, is named, and stays', async () => {
  const { write, put, read, all } = await setUp();
  put('docs/product-specs/shop.md', 'mine');
  const paths = 'docs/product-specs/shop.md';
  expect(await write()).toEqual({ ok: false, failure: { code: 'site.exists', params: { paths } } });
  expect([all(), read(paths)]).toEqual([['shop.md'], 'mine']);
  expect(await write({ force: true })).toMatchObject({ ok: true });
  expect([all(), read(paths).startsWith('# A shop')]).toEqual([names, true]);
});

test('continues after a crash with its own files, and claims no file of another process', async () => {
  const { write, put, all } = await setUp();
  await write();
  expect(await write({}, true)).toMatchObject({ ok: true });
  expect(all()).toEqual(names);
  put('docs/context/site-shop.md', 'changed by a person');
  expect(await write({}, true)).toMatchObject({ ok: false, failure: { code: 'site.exists' } });
  expect(all()).toEqual(['site-shop.md']);
});

test('with force, removes outdated screenshots of an earlier capture, and no other file', async () => {
  const { write, put, all } = await setUp();
  put('docs/context/site-reverse/shop/screenshots/5-phone.png', 'old');
  put('docs/context/site-reverse/shop/screenshots/notes.txt', 'mine');
  expect(await write({ force: true })).toMatchObject({ ok: true });
  expect(all()).toEqual([...names, 'notes.txt'].sort());
});

test('never writes through a link', async () => {
  const { repo, write } = await setUp();
  const elsewhere = await testFolder();
  mkdirSync(join(repo, 'docs'));
  symlinkSync(elsewhere, join(repo, 'docs/product-specs'));
  expect(await write()).toMatchObject({ ok: false, failure: { code: 'path.outside' } });
  expect(readdirSync(elsewhere)).toEqual([]);
});

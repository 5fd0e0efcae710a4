import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readArtifact } from '../artifact/store.ts';
import { clearScratch } from '../git/scratch.ts';
import { manifestOf, readManifest } from './manifest.ts';
import { performPrepareSession } from './prepare.ts';
import { checkout, unwrapOutcome } from './scratch.ts';

afterAll(clearScratch);

const docsPath = 'docs/harness/검색 추가/';

test('W-58 creates the folders of a session, also a second time; with git it writes no manifest', async () => {
  const repo = checkout();
  for (const interrupted of [false, true])
    expect(
      await unwrapOutcome(performPrepareSession(repo.contextFor('0/x', interrupted), { docsPath, hasGit: true })),
    ).toEqual({
      manifest: null,
    });
  for (const path of ['.harness/planner', '.harness/generator', docsPath])
    expect(existsSync(join(repo.root, path))).toBe(true);
});

test('W-140 creates no folder if the docs folder is behind a link', async () => {
  const repo = checkout();
  mkdirSync(join(repo.home, 'elsewhere'));
  symlinkSync(join(repo.home, 'elsewhere'), join(repo.root, 'docs'));
  await expect(
    unwrapOutcome(performPrepareSession(repo.contextFor('0/x'), { docsPath, hasGit: true })),
  ).rejects.toThrow(`path.outside ${docsPath}`);
  expect(existsSync(join(repo.home, 'elsewhere/harness'))).toBe(false);
  expect(existsSync(join(repo.root, '.harness/planner'))).toBe(false);
});

test('without git, records every file except generated folders, and follows no link', async () => {
  const repo = checkout({ git: false });
  repo.write('-dash 한글.txt', 'a');
  repo.write('src/a.test.js', "test('x', () => {});");
  repo.write('node_modules/x/index.js', 'x');
  repo.write(`${docsPath}spec.md`, 'x');
  repo.write('.harness/state.json', '{}');
  symlinkSync(repo.home, join(repo.root, 'link'));
  const notUtf8 = Buffer.concat([Buffer.from(join(repo.root, 'src/')), Buffer.of(0xff)]);
  mkdirSync(notUtf8);
  writeFileSync(Buffer.concat([notUtf8, Buffer.from('/b.js')]), 'b');
  const { manifest } = await unwrapOutcome(performPrepareSession(repo.contextFor('0/x'), { docsPath, hasGit: false }));
  if (manifest === null) throw new Error('no manifest');
  const { entries, cut } = readManifest(readArtifact(repo.contextFor('').runFolder, manifest, 1e6));
  expect(entries.map(({ path }) => path)).toEqual(['-dash 한글.txt', 'link', 'src/a.test.js', 'src/\udcff/b.js']);
  expect(entries[2]).toMatchObject({ size: 20, text: "test('x', () => {});" });
  expect(cut).toBe(false);
});

test('truncates the manifest of a folder with too many files, and says so', async () => {
  const repo = checkout({ git: false });
  for (const name of ['a', 'b', 'c']) repo.write(`src/${name}`, name);
  const { entries, cut } = await manifestOf(repo.root, docsPath, 2);
  expect([entries.map(({ path }) => path), cut]).toEqual([['src/a', 'src/b'], true]);
});

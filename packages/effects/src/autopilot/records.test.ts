/** Tests the documents that the harness adds to: failures and decision records. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { recordFailure, writeDecisions } from '@harness/core/effects/autopilot';
import { act } from '@harness/core/effects/operation';
import { afterAll, describe, expect, test } from 'vitest';
import { clearScratch } from '../git/scratch.ts';
import { type AutopilotSession, core, openedSession, specPath } from './session.suite.ts';

afterAll(clearScratch);

const failures = '.harness/failures.md';

describe('A-55 AO-18 a failure', () => {
  const failure = (text: string, phase: typeof core | null = core) => act(recordFailure, { slug: 'shop', phase, text });

  test('is one dated line at the end, once per effect', async () => {
    const { repo, value } = await openedSession();
    repo.write(failures, '# Ours\r\n\r\nA note without an end');
    expect(await value(failure('Add:\n## red'), '3/recorded')).toEqual({ file: failures });
    await value(failure('Add:\n## red'), '3/recorded');
    await value(failure('Add:\n## red'), '4/recorded');
    await value(failure('Three rounds', null), '5/recorded');
    const lines = repo.read(failures).split('\n');
    const entry = (type: string, text: string, key: string) =>
      expect.stringMatching(
        new RegExp(
          `^- \\*\\*[\\d-]{10} \\[skill:harness-autopilot\\] \\[type:${type}\\]:\\*\\* ${text} <!-- r/${key} -->$`,
        ),
      );
    expect(lines).toEqual([
      '# Ours\r',
      '\r',
      'A note without an end',
      entry('task-failure', 'shop, phase 1: Add: ## red', '3/recorded'),
      entry('task-failure', 'shop, phase 1: Add: ## red', '4/recorded'),
      entry('review-failure', 'shop, final review: Three rounds', '5/recorded'),
      '',
    ]);
  });

  test('is never written through a link', async () => {
    const { repo, perform } = await openedSession();
    symlinkSync('../readme.md', join(repo.root, failures));
    expect(await perform(failure('x'))).toMatchObject({ ok: false, failure: { code: 'path.outside' } });
    expect(repo.read('readme.md')).toBe('hello\n');
  });
});

describe('AO-31 decision records', () => {
  const folder = 'docs/knowledge/decisions';
  const draft = (title: string) => ({ title, context: 'c', decision: 'd', consequences: 'e' });
  const write = (titles: readonly string[]) =>
    act(writeDecisions, { drafts: titles.map(draft), tier: 'medium', specPath });
  const names = ({ repo }: AutopilotSession) => readdirSync(join(repo.root, folder)).sort();

  test('are numbered after the existing ones, and found again by a repeat', async () => {
    const session = await openedSession();
    session.repo.write(`${folder}/0007-old.md`, 'old');
    const files = [`${folder}/0008-use-redis.md`, `${folder}/0009-use-utc.md`];
    expect(await session.value(write(['Use Redis', 'Use UTC']))).toEqual({ files });
    expect(session.repo.read(files[1] ?? '')).toMatch(
      /^---\nnumber: 9\ntitle: "Use UTC"\ndate: [\d-]{10}\nstatus: accepted\n/,
    );
    rmSync(join(session.repo.root, files[1] ?? '')); // the state after a crash between both
    expect(await session.value(write(['Use Redis', 'Use UTC']))).toEqual({ files });
    expect(names(session)).toEqual(['0007-old.md', '0008-use-redis.md', '0009-use-utc.md']);
  });

  test('never replace a file: one with the same title and another text gets the next number', async () => {
    const session = await openedSession();
    session.repo.write(`${folder}/0001-use-redis.md`, 'written by a person');
    mkdirSync(join(session.repo.root, folder, '0002-folder'));
    expect(await session.value(write(['Use Redis']))).toEqual({ files: [`${folder}/0003-use-redis.md`] });
    expect(session.repo.read(`${folder}/0001-use-redis.md`)).toBe('written by a person');
  });

  test('have a safe name whatever their title is, and are not written through a link', async () => {
    const session = await openedSession();
    const { files } = await session.value(write(['../../x', '/', '규칙 엔진']));
    expect(files.map((path) => path.slice(folder.length))).toEqual([
      expect.stringMatching(/^\/0001-[\w-]+\.md$/),
      expect.stringMatching(/^\/0002-[\w-]+\.md$/),
      expect.stringMatching(/^\/0003-[\w-]+\.md$/),
    ]);
    rmSync(join(session.repo.root, folder), { recursive: true });
    const elsewhere = join(session.repo.home, 'elsewhere');
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, join(session.repo.root, folder));
    const linked = await session.perform(write(['x']));
    expect(linked).toMatchObject({ ok: false, failure: { code: 'path.outside' } });
    expect([readdirSync(elsewhere), existsSync(join(elsewhere, '0001-x.md'))]).toEqual([[], false]);
    expect(readFileSync(join(session.repo.root, 'readme.md'), 'utf8')).toBe('hello\n');
  });
});

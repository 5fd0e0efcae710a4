import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { clearScratch } from '../git/scratch.ts';
import { performClearSession } from './clear.ts';
import { checkDocsFolder } from './docs-guard.ts';
import { type Checkout, checkout, unwrapOutcome } from './scratch.ts';

afterAll(clearScratch);

const docsPath = 'docs/harness/검색 x/';

function session(repo: Checkout): void {
  for (const path of ['state.json', 'conventions.md', 'planner/a.md', 'generator/b.md', 'autofix_pre_apply/src/x'])
    repo.write(`.harness/${path}`, 'x');
  for (const path of ['runs/run-1/journal.jsonl', 'archive/x', 'memory/y', 'worktrees/z/f'])
    repo.write(`.harness/${path}`, 'keep');
  for (const path of ['spec.md', 'deep/-dash.md']) repo.write(docsPath + path, 'x');
  repo.write('docs/harness/other/spec.md', 'keep');
}
const clear = (repo: Checkout, docs: string | null, work = repo.contextFor('9/clear')) =>
  unwrapOutcome(performClearSession(work, { docsPath: docs }));

test.each([true, false])('W-147 removes only the files of the session, once (git: %s)', async (git) => {
  const repo = checkout({ git });
  session(repo);
  const kept = readdirSync(join(repo.root, '.harness')).length - 5;
  const removed = ['planner', 'generator', 'autofix_pre_apply', 'conventions.md', 'state.json'].map(
    (name) => `.harness/${name}`,
  );
  expect(await clear(repo, null)).toEqual({ removed });
  expect(readdirSync(join(repo.root, '.harness'))).toHaveLength(kept);
  expect(repo.read('.harness/runs/run-1/journal.jsonl')).toBe('keep');
  expect(repo.read(`${docsPath}spec.md`)).toBe('x');
  expect(await clear(repo, null, repo.contextFor('9/clear', true))).toEqual({ removed: [] });
});

test.each([true, false])(
  'W-144 removes the content of the docs folder if requested, and of no other (git: %s)',
  async (git) => {
    const repo = checkout({ git });
    session(repo);
    const { removed } = await clear(repo, docsPath);
    expect(removed.slice(0, 2)).toEqual([`${docsPath}deep`, `${docsPath}spec.md`]);
    expect(readdirSync(join(repo.root, docsPath))).toEqual([]);
    expect(repo.read('docs/harness/other/spec.md')).toBe('keep');
    expect(await clear(repo, docsPath, repo.contextFor('9/clear', true))).toEqual({ removed: [] });
  },
);

test('with git, keeps documents that no commit contains, also ignored ones; those of HEAD are not kept again', async () => {
  const repo = checkout();
  session(repo);
  repo.write('.git/info/exclude', 'docs/\n');
  const work = repo.contextFor('9/clear');
  await clear(repo, docsPath, work);
  expect(work.reported).toEqual(['refs/harness/kept/run-1/1']);
  expect(repo.git('show', `refs/harness/kept/run-1/1:${docsPath}deep/-dash.md`)).toBe('x');

  for (const path of ['spec.md', 'deep/-dash.md']) repo.write(docsPath + path, 'committed');
  repo.git('add', '--force', 'docs');
  repo.git('commit', '--quiet', '-m', 'docs');
  const again = repo.contextFor('9/again');
  await clear(repo, docsPath, again);
  expect(again.reported).toEqual([]);
});

test('W-146 a tracked document stays with its tracked content, so that the checkout is clean', async () => {
  const repo = checkout();
  session(repo);
  repo.write('.gitignore', '.harness\n');
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '-m', 'docs');
  repo.write(`${docsPath}spec.md`, 'changed');
  for (const name of ['verify_report.md', 'deep/new.md', 'more/new.md']) repo.write(docsPath + name, 'new');
  repo.git('rm', '--quiet', '--cached', 'docs/harness/other/spec.md');
  const { removed } = await clear(repo, docsPath);
  expect(removed.slice(0, 3)).toEqual(['deep/new.md', 'more', 'verify_report.md'].map((name) => docsPath + name));
  expect([repo.read(`${docsPath}spec.md`), repo.read(`${docsPath}deep/-dash.md`)]).toEqual(['x', 'x']);
  expect(repo.git('status', '--porcelain', '--', docsPath)).toBe('');
  expect(repo.git('show', `refs/harness/kept/run-1/1:${docsPath}spec.md`)).toBe('changed');
});

test('after a crash, removes the rest, and the removed files are still kept', async () => {
  const repo = checkout();
  session(repo);
  const work = repo.contextFor('9/clear');
  await clear(repo, docsPath, work);
  repo.write(`${docsPath}spec.md`, 'x'); // as if the process had died before this file
  repo.write('.harness/state.json', '{}');
  expect((await clear(repo, docsPath, repo.contextFor('9/clear', true))).removed).toEqual([
    `${docsPath}spec.md`,
    '.harness/state.json',
  ]);
  expect(repo.git('show', `refs/harness/kept/run-1/1:${docsPath}deep/-dash.md`)).toBe('x');
});

test('removes a link, not its target', async () => {
  const repo = checkout();
  session(repo);
  writeFileSync(join(repo.home, 'precious'), 'x');
  symlinkSync(repo.home, join(repo.root, docsPath, 'link'));
  symlinkSync(repo.home, join(repo.root, '.harness/planner/link'));
  await clear(repo, docsPath);
  expect(existsSync(join(repo.home, 'precious'))).toBe(true);
  expect(existsSync(join(repo.root, docsPath, 'link'))).toBe(false);
});

test.each([
  '',
  '..',
  'docs/harness',
  'docs/harness/memory',
  'src',
  '.harness/runs',
  '.git/objects',
  'planted/x',
  'docs/harness/file',
  '/tmp/x',
])('W-139, W-140 does not clear %j, and deletes nothing', async (path) => {
  const repo = checkout();
  session(repo);
  mkdirSync(join(repo.home, 'elsewhere/x'), { recursive: true });
  symlinkSync(join(repo.home, 'elsewhere'), join(repo.root, 'planted'));
  repo.write('docs/harness/file', 'x');
  repo.write('docs/harness/memory/team.md', 'x');
  const before = repo.files();
  await expect(clear(repo, path)).rejects.toThrow(`path.outside ${path}`);
  expect(repo.files()).toEqual(before);
  expect(existsSync(join(repo.root, '.harness/state.json'))).toBe(true);
});

test('does not clear a .harness folder that is a link', async () => {
  const repo = checkout({ git: false });
  mkdirSync(join(repo.home, 'elsewhere/planner'), { recursive: true });
  const root = join(repo.home, 'fresh');
  mkdirSync(root);
  symlinkSync(join(repo.home, 'elsewhere'), join(root, '.harness'));
  await expect(
    unwrapOutcome(performClearSession({ ...repo.contextFor('k'), repo: root }, { docsPath: null })),
  ).rejects.toThrow('path.outside .harness');
  expect(existsSync(join(repo.home, 'elsewhere/planner'))).toBe(true);
});

test('W-140 the guard reports the problem of a path, by its characters and by links', async () => {
  const repo = checkout();
  session(repo);
  symlinkSync('/etc', join(repo.root, 'planted'));
  repo.write('docs/harness/file', 'x');
  expect(await checkDocsFolder(repo.root, docsPath)).toEqual({ safe: true, target: docsPath });
  expect(await checkDocsFolder(repo.root, 'out/never-made')).toEqual({ safe: true, target: 'out/never-made/' });
  for (const [path, why] of [
    ['planted/x', 'link'],
    ['docs/harness/file', 'file'],
    ['docs/harness/memory/', 'memory'],
    ['a/../../x', 'climbing'],
  ] as const)
    expect(await checkDocsFolder(repo.root, path)).toEqual({ safe: false, why });
});

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { clearScratch } from '../git/scratch.ts';
import { openBranch } from './branch.ts';
import { checkout, done } from './scratch.ts';

afterAll(clearScratch);

const slug = 'add-search';
const head = (repo: { git(...args: string[]): string }) => repo.git('symbolic-ref', '--short', 'HEAD');

test('W-60 the checkout stands on a branch of its own, from where it stood, and no file is touched', async () => {
  const repo = checkout();
  const base = repo.git('rev-parse', 'HEAD');
  const before = repo.files();
  expect(await done(openBranch(repo.told('1/b'), { slug }))).toEqual({
    branch: 'harness/add-search',
    base,
    foreign: [],
  });
  expect(head(repo)).toBe('harness/add-search');
  expect(repo.files()).toEqual(before);
  repo.git('checkout', '--quiet', '-');
  expect(head(repo)).toBe('main');
});

test('what the user had changed is listed, whatever its name, and stays as it is, staged or not', async () => {
  const repo = checkout();
  repo.write('readme.md', 'mine\n');
  repo.write('한 글.txt', 'new');
  repo.write('-dash', 'new');
  repo.write('deep/new folder/x', 'new');
  repo.git('mv', 'src/main.ts', 'src/moved.ts');
  const status = repo.git('status', '--porcelain', '-uall');
  const { foreign } = await done(openBranch(repo.told('1/b'), { slug }));
  expect([...foreign].sort()).toEqual(
    ['-dash', 'deep/new folder/x', 'readme.md', 'src/main.ts', 'src/moved.ts', '한 글.txt'].sort(),
  );
  expect(repo.git('status', '--porcelain', '-uall')).toBe(status);
});

test('very many new files are named by their folders', async () => {
  const repo = checkout();
  for (let n = 0; n < 201; n++) repo.write(`data/${n}.csv`, 'x');
  expect((await done(openBranch(repo.told('1/b'), { slug }))).foreign).toEqual(['data/']);
});

test('a branch of somebody else is not taken, also one whose name is longer', async () => {
  const repo = checkout();
  repo.git('branch', 'harness/add-search');
  repo.git('branch', 'harness/add-search-2/deeper');
  expect((await done(openBranch(repo.told('1/b'), { slug }))).branch).toBe('harness/add-search-3');
  expect(repo.refs('refs/heads/harness')).toHaveLength(3);
});

test('a branch named harness is in the way, and it is said', async () => {
  const repo = checkout();
  repo.git('branch', 'harness');
  await expect(openBranch(repo.told('1/b'), { slug })).rejects.toThrow('the branch "harness" is in the way');
});

test('a second try after a crash finds the branch of the first, and makes no other', async () => {
  const repo = checkout();
  const first = await done(openBranch(repo.told('1/b'), { slug }));
  expect(await done(openBranch(repo.told('1/b', true), { slug }))).toEqual(first);
  expect(repo.refs('refs/heads')).toEqual(['refs/heads/harness/add-search', 'refs/heads/main']);
});

test('a crash after the name was chosen, and one after the branch was made, are gone on with', async () => {
  const repo = checkout();
  repo.git('config', 'branch.harness/add-search.harnessEffect', 'run-1/1/b');
  const first = await done(openBranch(repo.told('1/b', true), { slug }));
  expect(first.branch).toBe('harness/add-search');
  repo.git('checkout', '--quiet', 'main');
  expect(await done(openBranch(repo.told('1/b', true), { slug }))).toEqual(first);
  expect(head(repo)).toBe('harness/add-search');
});

test('commits that came to be on it while we were dead are kept before it is moved', async () => {
  const repo = checkout();
  await done(openBranch(repo.told('1/b'), { slug }));
  repo.git('commit', '--quiet', '--allow-empty', '-m', 'theirs');
  const theirs = repo.git('rev-parse', 'HEAD');
  repo.git('checkout', '--quiet', 'main');
  const work = repo.told('1/b', true);
  const { base } = await done(openBranch(work, { slug }));
  expect(base).toBe(repo.git('rev-parse', 'main'));
  expect(work.reported.map((ref) => repo.git('rev-parse', ref))).toEqual([theirs]);
});

test('another run takes another branch; the same run stays on its own', async () => {
  const repo = checkout();
  const first = await done(openBranch(repo.told('1/b'), { slug }));
  expect((await done(openBranch(repo.told('9/again'), { slug }))).branch).toBe(first.branch);
  const other = { ...repo.told('1/b'), run: 'run-2' };
  expect((await done(openBranch(other, { slug }))).branch).toBe('harness/add-search-2');
});

test('a repository without a commit gets its branch, without a base', async () => {
  const repo = checkout();
  rmSync(join(repo.root, '.git'), { recursive: true });
  repo.git('init', '--quiet');
  const made = { branch: 'harness/add-search', base: null };
  expect(await done(openBranch(repo.told('1/b'), { slug }))).toMatchObject(made);
  expect(await done(openBranch(repo.told('1/b', true), { slug }))).toMatchObject(made);
  expect(head(repo)).toBe('harness/add-search');
});

test('a detached HEAD is left for the branch, from its commit', async () => {
  const repo = checkout();
  repo.git('checkout', '--quiet', '--detach');
  expect((await done(openBranch(repo.told('1/b'), { slug }))).base).toBe(repo.git('rev-parse', 'main'));
  expect(head(repo)).toBe('harness/add-search');
});

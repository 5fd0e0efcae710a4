import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { clearScratch } from '../git/scratch.ts';
import { performOpenBranch } from './branch.ts';
import { checkout, unwrapOutcome } from './scratch.ts';

afterAll(clearScratch);

const slug = 'add-search';
const head = (repo: { git(...args: string[]): string }) => repo.git('symbolic-ref', '--short', 'HEAD');

test('W-60 puts the checkout on its own branch at the current commit, and touches no file', async () => {
  const repo = checkout();
  const base = repo.git('rev-parse', 'HEAD');
  const before = repo.files();
  expect(await unwrapOutcome(performOpenBranch(repo.contextFor('1/b'), { slug }))).toEqual({
    branch: 'harness/add-search',
    base,
    foreign: [],
  });
  expect(head(repo)).toBe('harness/add-search');
  expect(repo.files()).toEqual(before);
  repo.git('checkout', '--quiet', '-');
  expect(head(repo)).toBe('main');
});

test('lists the changes of the user, whatever the names, and leaves them unchanged, staged or not', async () => {
  const repo = checkout();
  repo.write('readme.md', 'mine\n');
  repo.write('한 글.txt', 'new');
  repo.write('-dash', 'new');
  repo.write('deep/new folder/x', 'new');
  repo.git('mv', 'src/main.ts', 'src/moved.ts');
  const status = repo.git('status', '--porcelain', '-uall');
  const { foreign } = await unwrapOutcome(performOpenBranch(repo.contextFor('1/b'), { slug }));
  expect([...foreign].sort()).toEqual(
    ['-dash', 'deep/new folder/x', 'readme.md', 'src/main.ts', 'src/moved.ts', '한 글.txt'].sort(),
  );
  expect(repo.git('status', '--porcelain', '-uall')).toBe(status);
});

test('lists very many new files by folder', async () => {
  const repo = checkout();
  for (let n = 0; n < 201; n++) repo.write(`data/${n}.csv`, 'x');
  expect((await unwrapOutcome(performOpenBranch(repo.contextFor('1/b'), { slug }))).foreign).toEqual(['data/']);
});

test('never takes the branch of another owner, also one with a longer name', async () => {
  const repo = checkout();
  repo.git('branch', 'harness/add-search');
  repo.git('branch', 'harness/add-search-2/deeper');
  expect((await unwrapOutcome(performOpenBranch(repo.contextFor('1/b'), { slug }))).branch).toBe(
    'harness/add-search-3',
  );
  expect(repo.refs('refs/heads/harness')).toHaveLength(3);
});

test('reports a branch named harness that blocks the name', async () => {
  const repo = checkout();
  repo.git('branch', 'harness');
  await expect(performOpenBranch(repo.contextFor('1/b'), { slug })).rejects.toThrow(
    'the branch "harness" is in the way',
  );
});

test('a second try after a crash finds the branch of the first and creates no other', async () => {
  const repo = checkout();
  const first = await unwrapOutcome(performOpenBranch(repo.contextFor('1/b'), { slug }));
  expect(await unwrapOutcome(performOpenBranch(repo.contextFor('1/b', true), { slug }))).toEqual(first);
  expect(repo.refs('refs/heads')).toEqual(['refs/heads/harness/add-search', 'refs/heads/main']);
});

test('continues after a crash between recording the name, creating the branch and moving HEAD', async () => {
  const repo = checkout();
  repo.git('config', 'branch.harness/add-search.harnessEffect', 'run-1/1/b');
  const first = await unwrapOutcome(performOpenBranch(repo.contextFor('1/b', true), { slug }));
  expect(first.branch).toBe('harness/add-search');
  repo.git('checkout', '--quiet', 'main');
  expect(await unwrapOutcome(performOpenBranch(repo.contextFor('1/b', true), { slug }))).toEqual(first);
  expect(head(repo)).toBe('harness/add-search');
});

test('keeps commits on the branch that were made while no process ran, before it moves the branch', async () => {
  const repo = checkout();
  await unwrapOutcome(performOpenBranch(repo.contextFor('1/b'), { slug }));
  repo.git('commit', '--quiet', '--allow-empty', '-m', 'theirs');
  const theirs = repo.git('rev-parse', 'HEAD');
  repo.git('checkout', '--quiet', 'main');
  const work = repo.contextFor('1/b', true);
  const { base } = await unwrapOutcome(performOpenBranch(work, { slug }));
  expect(base).toBe(repo.git('rev-parse', 'main'));
  expect(work.reported.map((ref) => repo.git('rev-parse', ref))).toEqual([theirs]);
});

test('another run gets another branch; the same run stays on its own', async () => {
  const repo = checkout();
  const first = await unwrapOutcome(performOpenBranch(repo.contextFor('1/b'), { slug }));
  expect((await unwrapOutcome(performOpenBranch(repo.contextFor('9/again'), { slug }))).branch).toBe(first.branch);
  const other = { ...repo.contextFor('1/b'), run: 'run-2' };
  expect((await unwrapOutcome(performOpenBranch(other, { slug }))).branch).toBe('harness/add-search-2');
});

test('creates a branch without a base in a repository without a commit', async () => {
  const repo = checkout();
  rmSync(join(repo.root, '.git'), { recursive: true });
  repo.git('init', '--quiet');
  const made = { branch: 'harness/add-search', base: null };
  expect(await unwrapOutcome(performOpenBranch(repo.contextFor('1/b'), { slug }))).toMatchObject(made);
  expect(await unwrapOutcome(performOpenBranch(repo.contextFor('1/b', true), { slug }))).toMatchObject(made);
  expect(head(repo)).toBe('harness/add-search');
});

test('leaves a detached HEAD for a branch at its commit', async () => {
  const repo = checkout();
  repo.git('checkout', '--quiet', '--detach');
  expect((await unwrapOutcome(performOpenBranch(repo.contextFor('1/b'), { slug }))).base).toBe(
    repo.git('rev-parse', 'main'),
  );
  expect(head(repo)).toBe('harness/add-search');
});

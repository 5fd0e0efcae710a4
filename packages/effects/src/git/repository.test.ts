import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findRepository } from './repository.ts';
import { clearScratch, scratch } from './scratch.ts';

afterAll(clearScratch);

test.concurrent('finds a repository from its root, a folder in it and a link to it', async () => {
  const repo = scratch({ name: '-내 프로젝트' });
  const found = { is: 'repository', root: repo.root, head: repo.git('rev-parse', 'HEAD'), branch: 'main' };
  expect(await findRepository(repo.root)).toEqual(found);
  expect(await findRepository(join(repo.root, 'src'))).toEqual(found);
  symlinkSync(repo.root, join(repo.home, 'link'));
  expect(await findRepository(join(repo.home, 'link'))).toEqual(found);
});

test.concurrent('a linked worktree is a repository with its own root, and a detached HEAD has no branch', async () => {
  const repo = scratch();
  repo.git('worktree', 'add', '--quiet', '--detach', '../side');
  const root = join(repo.root, '../side');
  expect(await findRepository(root)).toMatchObject({ is: 'repository', root, branch: null });
});

test.concurrent('a missing path or a file is missing', async () => {
  const repo = scratch();
  expect(await findRepository(join(repo.root, 'nowhere'))).toEqual({ is: 'missing' });
  expect(await findRepository(join(repo.root, 'readme.md'))).toEqual({ is: 'missing' });
  expect(await findRepository(join(repo.root, 'readme.md/x'))).toEqual({ is: 'missing' });
});

test.concurrent('distinguishes no commits, bare and none', async () => {
  const repo = scratch();
  mkdirSync(join(repo.home, 'plain'));
  repo.git('init', '--quiet', join(repo.home, 'fresh'));
  repo.git('init', '--quiet', '--bare', join(repo.home, 'bare.git'));
  expect(await findRepository(join(repo.home, 'fresh'))).toEqual({ is: 'no-commits', root: join(repo.home, 'fresh') });
  expect(await findRepository(join(repo.home, 'bare.git'))).toEqual({ is: 'bare', root: join(repo.home, 'bare.git') });
  expect(await findRepository(join(repo.home, 'plain'))).toMatchObject({
    is: 'none',
    detail: 'not a git repository (or any of the parent directories): .git',
  });
  expect(await findRepository(join(repo.root, '.git'))).toMatchObject({ is: 'none' });
});

test.concurrent('a broken .git is not a repository, also inside a valid one', async () => {
  const repo = scratch();
  repo.write('vendored/.git', 'gitdir: /nowhere\n');
  expect(await findRepository(join(repo.root, 'vendored'))).toEqual({
    is: 'none',
    detail: 'not a git repository: /nowhere',
  });
  rmSync(join(repo.root, 'vendored/.git'));
  mkdirSync(join(repo.root, 'vendored/.git'));
  expect(await findRepository(join(repo.root, 'vendored'))).toMatchObject({
    is: 'none',
    detail: `${join(repo.root, 'vendored/.git')} is not a git repository`,
  });
});

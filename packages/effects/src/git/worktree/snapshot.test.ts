import { chmodSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Lane } from '@harness/core/effects/git';
import { afterAll, expect, test } from 'vitest';
import { clearScratch, openTestLane, type Scratch, scratch } from '../scratch.ts';
import { copyIndex } from './index-file.ts';
import { treeIn } from './snapshot.ts';
import { findWorktree } from './worktree.ts';

afterAll(clearScratch);

async function laneIn(repo: Scratch) {
  const work = repo.work();
  const lane = await openTestLane(work);
  const folder = join(repo.root, lane.path);
  const worktree = await findWorktree(work, folder);
  if (worktree === null) throw new Error('no worktree');
  return { lane, folder, gitDir: worktree.gitDir, tree: () => treeIn(worktree, lane.base) };
}

const files = (repo: Scratch, tree: string) =>
  repo.git('ls-tree', '-r', '-z', '--name-only', tree).split('\0').filter(Boolean);

const write = (repo: Scratch, lane: Lane, path: string, content: string | Uint8Array) =>
  repo.write(join(lane.path, path), content);

test.concurrent('records every file, whatever its name, and leaves the index of the lane unchanged', async () => {
  const repo = scratch();
  const { lane, folder, gitDir, tree } = await laneIn(repo);
  const before = readFileSync(join(gitDir, 'index'));
  const names = [
    '-dash',
    'two\nlines',
    'with space',
    '한국어.txt',
    '*',
    ':(top)',
    'a"quote',
    'tab\there',
    'back\\slash',
  ];
  for (const name of names) write(repo, lane, name, name);
  write(repo, lane, 'binary', new Uint8Array([0, 255, 10, 13, 0]));
  write(repo, lane, 'run.sh', '#!/bin/sh\n');
  chmodSync(join(folder, 'run.sh'), 0o755);
  symlinkSync('nowhere', join(folder, 'link'));
  write(repo, lane, 'ignored/secret', 'x');
  rmSync(join(folder, 'readme.md'));

  const recorded = await tree();
  expect(files(repo, recorded)).toEqual([...names, '.gitignore', 'binary', 'link', 'run.sh', 'src/main.ts'].sort());
  expect(
    repo
      .git('ls-tree', recorded, 'run.sh', 'link')
      .split('\n')
      .map((line) => line.slice(0, 6)),
  ).toEqual(['120000', '100755']);
  expect(repo.git('cat-file', '-s', `${recorded}:binary`)).toBe('5');
  expect(readFileSync(join(gitDir, 'index'))).toEqual(before);
});

test.concurrent('notices a change although the file kept its size and time, or an agent hid it from git', async () => {
  const repo = scratch();
  const { folder, lane, tree } = await laneIn(repo);
  const path = join(folder, 'readme.md');
  const { atime, mtime } = statSync(path);
  writeFileSync(path, 'HELLO\n');
  utimesSync(path, atime, mtime);
  repo.gitIn(lane.path, 'update-index', '--assume-unchanged', 'src/main.ts');
  repo.gitIn(lane.path, 'update-index', '--skip-worktree', '.gitignore');
  write(repo, lane, 'src/main.ts', 'hidden');
  write(repo, lane, '.gitignore', 'hidden too');

  const recorded = await tree();
  expect(repo.git('show', `${recorded}:readme.md`)).toBe('HELLO');
  expect(repo.git('show', `${recorded}:src/main.ts`)).toBe('hidden');
  expect(repo.git('show', `${recorded}:.gitignore`)).toBe('hidden too');
});

test.concurrent('a copied index never looks newer than its original, or git would trust stale entries', async () => {
  const { home } = scratch();
  const [from, to] = [join(home, 'from'), join(home, 'to')];
  writeFileSync(from, 'index');
  const time = 1_700_000_000.123456;
  utimesSync(from, time, time);
  await copyIndex(from, to);
  const [original, copy] = [from, to].map((path) => statSync(path, { bigint: true }).mtimeNs);
  expect(Number(original) - Number(copy)).toBeGreaterThan(0);
  expect(Number(original) - Number(copy)).toBeLessThan(3_000);
});

test.concurrent('records nested repositories as their files', async () => {
  const repo = scratch();
  const { folder, lane, tree } = await laneIn(repo);
  write(repo, lane, 'cloned/deep/lib.c', 'lib');
  write(repo, lane, 'cloned/deep/inner/x', 'inner');
  for (const nested of ['cloned/deep', 'cloned/deep/inner']) {
    repo.gitIn(join(lane.path, nested), 'init', '--quiet');
  }
  repo.gitIn(join(lane.path, 'cloned/deep'), 'add', 'lib.c');
  repo.gitIn(join(lane.path, 'cloned/deep'), 'commit', '--quiet', '-m', 'theirs');
  repo.gitIn(join(lane.path, 'src'), 'init', '--quiet'); // a folder whose files are tracked
  write(repo, lane, 'src/new.ts', 'new');
  rmSync(join(folder, 'readme.md')); // a file becomes a repository
  write(repo, lane, 'readme.md/chapter', 'one');
  repo.gitIn(join(lane.path, 'readme.md'), 'init', '--quiet');

  const recorded = await tree();
  expect(files(repo, recorded)).toEqual([
    '.gitignore',
    'cloned/deep/inner/x',
    'cloned/deep/lib.c',
    'readme.md/chapter',
    'src/main.ts',
    'src/new.ts',
  ]);
  expect(repo.git('ls-tree', '-r', recorded)).not.toContain('commit');
});

test.concurrent('loses no file if the index is damaged or missing, or if the lane has no .git', async () => {
  const repo = scratch();
  const { folder, lane, gitDir, tree } = await laneIn(repo);
  write(repo, lane, 'new.txt', 'new');
  writeFileSync(join(gitDir, 'index'), 'not an index');
  const recorded = await tree();
  expect(files(repo, recorded)).toEqual(['.gitignore', 'new.txt', 'readme.md', 'src/main.ts']);
  rmSync(join(gitDir, 'index'));
  expect(await tree()).toBe(recorded);
  renameSync(join(folder, '.git'), join(folder, 'not-git')); // git would find the user's repository
  expect(files(repo, await tree())).toContain('not-git');
  expect(repo.git('status', '--porcelain')).toBe('');
});

test.concurrent('includes files that an agent added by force, and excludes those it untracked', async () => {
  const repo = scratch();
  const { lane, tree } = await laneIn(repo);
  write(repo, lane, 'ignored/wanted', 'x');
  repo.gitIn(lane.path, 'add', '--force', 'ignored/wanted');
  repo.gitIn(lane.path, 'rm', '--quiet', '--cached', 'readme.md');
  write(repo, lane, '.gitignore', 'ignored/\nreadme.md\n');
  expect(files(repo, await tree())).toEqual(['.gitignore', 'ignored/wanted', 'src/main.ts']);
});

test.concurrent('normalizes line endings as configured, and an unchanged lane has no change', async () => {
  const repo = scratch();
  repo.write('crlf.txt', 'one\r\ntwo\r\n');
  repo.git('add', '.');
  repo.git('commit', '--quiet', '-m', 'crlf');
  repo.git('config', 'core.autocrlf', 'true');
  repo.git('config', 'core.safecrlf', 'true');
  const { lane, tree } = await laneIn(repo);
  expect(repo.read(join(lane.path, 'readme.md'))).toBe('hello\r\n');
  expect(await tree()).toBe(repo.git('rev-parse', 'HEAD^{tree}'));
  write(repo, lane, 'mixed.txt', 'one\r\ntwo\n');
  expect(repo.git('show', `${await tree()}:mixed.txt`)).toBe('one\ntwo');
});

test.concurrent('a sparse checkout does not look like deleted files', async () => {
  const repo = scratch();
  repo.git('sparse-checkout', 'set', '--no-cone', '/*', '!/src/');
  const { lane, tree } = await laneIn(repo);
  expect(await tree()).toBe(repo.git('rev-parse', 'HEAD^{tree}'));
  write(repo, lane, 'src/new.ts', 'outside the cone');
  expect(files(repo, await tree())).toEqual(['.gitignore', 'readme.md', 'src/main.ts', 'src/new.ts']);
});

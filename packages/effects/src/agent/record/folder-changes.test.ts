import { chmod, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { clearScratch, scratch } from '../../git/scratch.ts';
import { testFolder } from '../../test-folder.ts';
import { snapshotFolder, snapshotNamedFiles } from './folder-changes.ts';

afterAll(clearScratch);

const checkout = { cwd: '.', checkpoint: null };

/** The same in a folder without git and in a checkout: what is there, and what becomes of it. */
async function prepare(folder: string): Promise<void> {
  await mkdir(join(folder, 'there'));
  for (const name of ['there/kept', 'there/changed', 'there/gone', 'there/tool'])
    await writeFile(join(folder, name), 'x');
  await symlink('kept', join(folder, 'there/link'));
}

async function work(folder: string): Promise<void> {
  await writeFile(join(folder, 'there/changed'), 'y');
  await rm(join(folder, 'there/gone'));
  await chmod(join(folder, 'there/tool'), 0o755);
  await rm(join(folder, 'there/link'));
  await symlink('changed', join(folder, 'there/link'));
  await writeFile(join(folder, 'there/new'), '');
}

const expected = [
  { path: 'there/changed', before: 'file', after: 'file' },
  { path: 'there/gone', before: 'file', after: null },
  { path: 'there/link', before: 'link', after: 'link' },
  { path: 'there/new', before: null, after: 'file' },
  { path: 'there/tool', before: 'file', after: 'executable' },
];

test('a folder without git is compared file by file; what the harness keeps for itself is none of it', async () => {
  const folder = await testFolder();
  await prepare(folder);
  const since = await snapshotFolder(folder, checkout);
  expect(await since()).toEqual([]);
  await work(folder);
  await mkdir(join(folder, '.harness'));
  await writeFile(join(folder, '.harness/state.json'), '{}');
  expect(await since()).toEqual(expected);
});

test('a checkout is compared by git, and neither its index nor what is staged is touched', async () => {
  const repo = scratch();
  await prepare(repo.root);
  repo.write('mine.txt', 'changed by the user before');
  repo.git('add', 'mine.txt');
  const before = repo.git('status', '--porcelain');
  const since = await snapshotFolder(repo.root, checkout);
  expect(await since()).toEqual([]);
  await work(repo.root);
  repo.write('ignored/cache', 'x');
  expect(await since()).toEqual(expected);
  expect(repo.git('status', '--porcelain')).toBe(before);
});

test('a file that is named is watched although git ignores it, unless a link leads to it', async () => {
  const repo = scratch();
  repo.write('ignored/changes.md', 'one');
  await symlink('/tmp', join(repo.root, 'out'));
  const since = await snapshotNamedFiles(repo.root, ['ignored/changes.md', './ignored/new.md', 'out/x', '../y', '/z']);
  repo.write('ignored/new.md', 'made');
  expect(await since()).toEqual([{ path: 'ignored/new.md', before: null, after: 'file' }]);
  repo.write('ignored/changes.md', 'two');
  expect((await since()).map(({ path }) => path)).toEqual(['ignored/changes.md', 'ignored/new.md']);
});

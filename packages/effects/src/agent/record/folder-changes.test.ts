import { chmod, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { clearScratch, scratch } from '../../git/scratch.ts';
import { testFolder } from '../../test-folder.ts';
import { snapshotFolder, snapshotNamedFiles } from './folder-changes.ts';

afterAll(clearScratch);

const checkout = { cwd: '.', checkpoint: null };

/** Files for a folder without git and for a checkout, and the changes to them. */
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

test("compares a folder without git file by file, without the harness's own files", async () => {
  const folder = await testFolder();
  await prepare(folder);
  const since = await snapshotFolder(folder, checkout);
  expect(await since()).toEqual([]);
  await work(folder);
  await mkdir(join(folder, '.harness'));
  await writeFile(join(folder, '.harness/state.json'), '{}');
  expect(await since()).toEqual(expected);
});

test('compares a checkout by git, without touching the index', async () => {
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

test('watches a named file that git ignores, unless it is behind a link', async () => {
  const repo = scratch();
  repo.write('ignored/changes.md', 'one');
  await symlink('/tmp', join(repo.root, 'out'));
  const since = await snapshotNamedFiles(repo.root, ['ignored/changes.md', './ignored/new.md', 'out/x', '../y', '/z']);
  repo.write('ignored/new.md', 'made');
  expect(await since()).toEqual([{ path: 'ignored/new.md', before: null, after: 'file' }]);
  repo.write('ignored/changes.md', 'two');
  expect((await since()).map(({ path }) => path)).toEqual(['ignored/changes.md', 'ignored/new.md']);
});

test('watches all regular files below a named folder, and follows no link', async () => {
  const folder = await testFolder();
  await mkdir(join(folder, '.harness/notes/deep'), { recursive: true });
  await writeFile(join(folder, '.harness/notes/deep/gone.md'), 'x');
  const since = await snapshotNamedFiles(folder, ['.harness/notes/', 'missing/', 'out/']);
  await rm(join(folder, '.harness/notes/deep/gone.md'));
  await writeFile(join(folder, '.harness/notes/new.md'), 'x');
  await writeFile(join(folder, '.harness/other.md'), 'x');
  await symlink('/etc', join(folder, '.harness/notes/link'));
  await symlink('/etc', join(folder, 'out'));
  expect(await since()).toEqual([
    { path: '.harness/notes/deep/gone.md', before: 'file', after: null },
    { path: '.harness/notes/new.md', before: null, after: 'file' },
  ]);
});

import { execFileSync } from 'node:child_process';
import { chmodSync, lstatSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { clearScratch } from '../git/scratch.ts';
import { snapshotCheckout } from './checkout-snapshot.ts';
import { checkout } from './scratch.ts';

afterAll(clearScratch);

test('a snapshot reports later changes only', async () => {
  const { root, write } = checkout();
  write('readme.md', 'mine');
  write('new.txt', 'mine');
  const look = await snapshotCheckout(root);
  write('.harness/state.json', '{}');
  write('.harness/learnings.md', 'x');
  write('ignored/x', 'x');
  expect(await look?.changes()).toEqual([]);
  write('new.txt', 'theirs');
  rmSync(join(root, 'readme.md'));
  expect(await look?.changes()).toEqual(['new.txt', 'readme.md']);
});

test('undo restores content, mode and links, and keeps the changed state under a ref', async () => {
  const { root, write, files, git } = checkout();
  write('readme.md', 'mine');
  write('tool.sh', 'echo');
  chmodSync(join(root, 'tool.sh'), 0o755);
  symlinkSync('readme.md', join(root, 'link'));
  const before = files();
  const look = await snapshotCheckout(root);

  write('readme.md', 'theirs');
  write('made/by/reader.txt', 'theirs');
  chmodSync(join(root, 'tool.sh'), 0o644);
  rmSync(join(root, 'link'));
  renameSync(join(root, 'src'), join(root, 'away'));
  symlinkSync('/etc', join(root, 'src'));
  const status = git('status', '--porcelain');
  const paths = (await look?.changes()) ?? [];
  expect(paths).toEqual(['away/main.ts', 'link', 'made/by/reader.txt', 'readme.md', 'src', 'src/main.ts', 'tool.sh']);
  const undone = await look?.undo(paths, { run: 'run-1', key: '3/evaluate' });

  expect(undone).toEqual({ ok: true, value: 'refs/harness/kept/run-1/1' });
  const folders = (path: string) => !/^(?:away|made)/.test(path); // git knows no empty folder
  const now = Object.entries(files()).filter(([path]) => folders(path));
  expect(Object.fromEntries(now)).toEqual(before);
  expect(lstatSync(join(root, 'src')).isDirectory()).toBe(true);
  expect(git('show', 'refs/harness/kept/run-1/1:made/by/reader.txt')).toBe('theirs');
  expect(git('status', '--porcelain')).not.toBe(status);
});

test('undo removes files whose names are not UTF-8', async () => {
  const { root, git } = checkout();
  const look = await snapshotCheckout(root);
  execFileSync('sh', ['-c', String.raw`mkdir "$(printf '\377')"; echo x > "$(printf '\377/\376')"`], { cwd: root });
  expect(await look?.undo((await look.changes()) ?? [], { run: 'run-1', key: '3/evaluate' })).toMatchObject({
    ok: true,
  });
  expect(git('status', '--porcelain')).toBe('');
});

test('a folder without git has no snapshot', async () => {
  expect(await snapshotCheckout(checkout({ git: false }).root)).toBeNull();
});

test('L2 does not restore a submodule that a reader moved: its uncommitted files are in no tree', async () => {
  const { root, write, read, git, gitIn } = checkout();
  git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', root, 'lib');
  git('commit', '--quiet', '--message=Lib');
  const look = await snapshotCheckout(root);
  gitIn('lib', 'commit', '--quiet', '--allow-empty', '--message=Moved');
  write('lib/notes.txt', 'not committed');
  write('readme.md', 'theirs');
  expect(await look?.undo((await look?.changes()) ?? [], { run: 'run-1', key: '3/evaluate' })).toMatchObject({
    ok: true,
  });
  expect([read('lib/notes.txt'), read('readme.md')]).toEqual(['not committed', 'hello\n']);
});

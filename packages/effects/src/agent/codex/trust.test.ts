import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../../test-folder.ts';
import { trustFolders } from './trust.ts';

test('lists the folder, its parents, and the main repository of a worktree', async () => {
  const [repo, other] = [await testFolder(), await testFolder()];
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: repo, stdio: 'pipe' });
  git('init', '-q');
  git('commit', '-q', '--allow-empty', '-m', 'one');
  git('worktree', 'add', '-q', join(other, 'lane'));
  await mkdir(join(other, 'lane/src'));
  const folders = await trustFolders(join(other, 'lane/src'));
  expect(folders).toEqual(expect.arrayContaining([join(other, 'lane/src'), join(other, 'lane'), other, '/', repo]));
});

test('accepts a folder without git', async () => {
  const folder = await testFolder();
  expect(await trustFolders(folder)).toContain(folder);
});

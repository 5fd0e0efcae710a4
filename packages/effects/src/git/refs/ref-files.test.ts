/** Tests that the files of refs are believed only where they are certain. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { clearScratch, scratch } from '../scratch.ts';
import { isCheckedOut } from './ref.ts';
import { hasNoRefs, isHeadOfWorktree } from './ref-files.ts';

afterAll(clearScratch);

const folder = 'refs/harness/kept/run-1/';

test('a folder without refs has none; a ref is found as a file and packed', async () => {
  const repo = scratch();
  const common = join(repo.root, '.git');
  expect(await hasNoRefs(common, folder)).toBe(true);
  repo.git('update-ref', 'refs/harness/kept/run-10/1', 'HEAD'); // only begins with the same letters
  expect(await hasNoRefs(common, folder)).toBe(true);
  repo.git('update-ref', `${folder}1`, 'HEAD');
  expect(await hasNoRefs(common, folder)).toBe(false);
  repo.git('pack-refs', '--all', '--prune');
  expect(await hasNoRefs(common, folder)).toBe(false);
  repo.git('update-ref', '-d', `${folder}1`);
  expect(await hasNoRefs(common, folder)).toBe(true);
});

test('a branch in place of a folder of branches is a ref, as a file and packed', async () => {
  const repo = scratch();
  const common = join(repo.root, '.git');
  expect(await hasNoRefs(common, folder, 'refs/heads/harness')).toBe(true);
  repo.git('branch', 'harness');
  expect(await hasNoRefs(common, folder, 'refs/heads/harness')).toBe(false);
  repo.git('pack-refs', '--all', '--prune');
  expect(await hasNoRefs(common, folder, 'refs/heads/harness')).toBe(false);
});

test('a branch is checked out in the checkout, in another worktree, or nowhere, as git says', async () => {
  const repo = scratch();
  repo.git('branch', 'free');
  repo.git('branch', 'other');
  repo.git('worktree', 'add', '--quiet', '../other', 'other');
  const refs = ['refs/heads/main', 'refs/heads/other', 'refs/heads/free'];
  expect(await Promise.all(refs.map((ref) => isCheckedOut(repo.root, ref)))).toEqual([true, true, false]);
  expect(refs.map((ref) => repo.git('for-each-ref', '--format=%(worktreepath)', ref) !== '')).toEqual([
    true,
    true,
    false,
  ]);
});

test('only git answers for a repository that stores its refs in another way', async () => {
  const repo = scratch();
  const common = join(repo.root, '.git');
  mkdirSync(join(common, 'reftable'));
  expect(await hasNoRefs(common, folder)).toBe(false);
  expect(await isHeadOfWorktree(common, 'refs/heads/free')).toBeNull();
});

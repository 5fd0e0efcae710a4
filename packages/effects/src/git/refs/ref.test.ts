/** Tests reading refs from their files, and by git in all other cases. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { commonDir } from '../git-dir.ts';
import { clearScratch, scratch } from '../scratch.ts';
import { createRefs, deleteRefs, readHeadWithoutGit, readRef } from './ref.ts';

afterAll(clearScratch);

async function setUp() {
  const repo = scratch();
  await commonDir(repo.root);
  return { repo, head: repo.git('rev-parse', 'HEAD') };
}

test('a ref has the same value as a file, packed, or symbolic', async () => {
  const { repo, head } = await setUp();
  expect(await readRef(repo.root, 'refs/heads/main')).toBe(head);
  repo.git('pack-refs', '--all');
  expect(await readRef(repo.root, 'refs/heads/main')).toBe(head);
  repo.git('symbolic-ref', 'refs/heads/alias', 'refs/heads/main');
  expect(await readRef(repo.root, 'refs/heads/alias')).toBe(head);
  repo.git('commit', '--quiet', '--allow-empty', '-m', 'later');
  expect(await readRef(repo.root, 'refs/heads/main')).toBe(repo.git('rev-parse', 'HEAD'));
});

test.each([
  ['that does not exist', 'refs/heads/nowhere'],
  ['that is a folder of other refs', 'refs/heads/harness'],
  ['that leaves the refs folder', 'refs/heads/../../planted'],
])('a ref %s is `null`', async (_, ref) => {
  const { repo, head } = await setUp();
  repo.git('branch', 'harness/x');
  writeFileSync(join(repo.root, '.git', 'planted'), `${head}\n`);
  expect(await readRef(repo.root, ref)).toBeNull();
});

test('reads HEAD without git on a branch, and not if it is detached', async () => {
  const { repo, head } = await setUp();
  expect(await readHeadWithoutGit(repo.root)).toBe(head);
  repo.git('checkout', '--quiet', '--detach');
  expect(await readHeadWithoutGit(repo.root)).toBeNull();
});

test('creates and deletes several refs together, or none', async () => {
  const { repo, head } = await setUp();
  const [claim, branch] = ['refs/harness/lanes/x', 'refs/heads/harness/x'];
  expect(await createRefs(repo.root, [claim, head], [branch, head])).toBe(true);
  expect(await createRefs(repo.root, ['refs/harness/lanes/y', head], [branch, head])).toBe(false);
  expect(repo.refs('refs/harness')).toEqual([claim]);
  repo.git('commit', '--quiet', '--allow-empty', '-m', 'later');
  repo.git('update-ref', branch, 'HEAD');
  expect(await deleteRefs(repo.root, [branch, head], [claim, head])).toBe(false);
  expect([...repo.refs('refs/harness'), ...repo.refs('refs/heads/harness')]).toEqual([claim, branch]);
  expect(await deleteRefs(repo.root, [branch, repo.git('rev-parse', 'HEAD')], [claim, head])).toBe(true);
  expect([...repo.refs('refs/harness'), ...repo.refs('refs/heads/harness')]).toEqual([]);
});

/** A ref is read from its file where it is one, and by git wherever git alone can tell. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { commonDir } from '../git-dir.ts';
import { clearScratch, scratch } from '../scratch.ts';
import { createRefs, deleteRefs, headAtHand, readRef } from './ref.ts';

afterAll(clearScratch);

async function known() {
  const repo = scratch();
  await commonDir(repo.root);
  return { repo, head: repo.git('rev-parse', 'HEAD') };
}

test('a ref says the same whether it is a file, packed, or leads to another', async () => {
  const { repo, head } = await known();
  expect(await readRef(repo.root, 'refs/heads/main')).toBe(head);
  repo.git('pack-refs', '--all');
  expect(await readRef(repo.root, 'refs/heads/main')).toBe(head);
  repo.git('symbolic-ref', 'refs/heads/alias', 'refs/heads/main');
  expect(await readRef(repo.root, 'refs/heads/alias')).toBe(head);
  repo.git('commit', '--quiet', '--allow-empty', '-m', 'later');
  expect(await readRef(repo.root, 'refs/heads/main')).toBe(repo.git('rev-parse', 'HEAD'));
});

test.each([
  ['that is not there', 'refs/heads/nowhere'],
  ['that is a folder of others', 'refs/heads/harness'],
  ['that leads out of where refs are', 'refs/heads/../../planted'],
])('a ref %s is none', async (_, ref) => {
  const { repo, head } = await known();
  repo.git('branch', 'harness/x');
  writeFileSync(join(repo.root, '.git', 'planted'), `${head}\n`);
  expect(await readRef(repo.root, ref)).toBeNull();
});

test('where HEAD stands is at hand on a branch, and left to git elsewhere', async () => {
  const { repo, head } = await known();
  expect(await headAtHand(repo.root)).toBe(head);
  repo.git('checkout', '--quiet', '--detach');
  expect(await headAtHand(repo.root)).toBeNull();
});

test('several refs are made and removed together, or not at all', async () => {
  const { repo, head } = await known();
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

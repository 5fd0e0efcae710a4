import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { clearScratch, scratch } from '../scratch.ts';
import { performReadChange } from './read-change.ts';

afterAll(clearScratch);

test('a change contains the commits of the branch since the merge base', async () => {
  const repo = scratch();
  const from = repo.git('rev-parse', 'HEAD');
  repo.git('checkout', '--quiet', '-b', 'task/0001-x');
  repo.write('mine.txt', 'mine');
  repo.git('add', '.');
  repo.git('commit', '--quiet', '-m', 'mine');
  repo.git('checkout', '--quiet', 'main');
  repo.write('theirs.txt', 'theirs');
  repo.git('add', '.');
  repo.git('commit', '--quiet', '-m', 'theirs');

  const work = repo.work();
  const outcome = await performReadChange(work, { branch: 'task/0001-x', base: 'main' });
  const head = repo.git('rev-parse', 'task/0001-x');
  expect(outcome).toMatchObject({ ok: true, value: { head, from } });
  const { diff } = (outcome as { value: { diff: { path: string } } }).value;
  const text = readFileSync(join(work.runFolder, diff.path), 'utf8');
  expect([text.includes('+mine'), text.includes('theirs')]).toEqual([true, false]);
});

test('a missing branch is an error of git', async () => {
  const repo = scratch();
  await expect(performReadChange(repo.work(), { branch: 'task/none', base: 'main' })).rejects.toThrow();
});

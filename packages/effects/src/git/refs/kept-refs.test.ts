import { afterAll, expect, test } from 'vitest';
import { clearScratch, scratch } from '../scratch.ts';
import { keepCommits, keepTree, listKeptRefs } from './kept-refs.ts';

afterAll(clearScratch);

test.concurrent('simultaneous calls get one number each', async () => {
  const repo = scratch();
  const [base, tree] = [repo.git('rev-parse', 'HEAD'), repo.git('rev-parse', 'HEAD^{tree}')];
  const work = repo.work();
  await Promise.all(
    [1, 2, 3, 4, 5, 6].map((n) => keepTree({ ...work, key: `${n}` }, { tree, base, subject: 'x' }, [])),
  );
  expect((await listKeptRefs(work)).map((kept) => kept.number)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(work.reported.length).toBe(6);
});

test.concurrent('the newest ref leads to all earlier ones, in the order of numbers', async () => {
  const repo = scratch();
  const base = repo.git('rev-parse', 'HEAD');
  const work = repo.work();
  for (let n = 1; n <= 10; n++) repo.git('update-ref', `refs/harness/kept/run-1/${n}`, base);
  const { ref } = await keepTree(
    work,
    { tree: repo.git('rev-parse', 'HEAD^{tree}'), base, subject: 'x' },
    await listKeptRefs(work),
  );
  expect(ref).toBe('refs/harness/kept/run-1/11');
  expect(repo.git('rev-parse', `${ref}^`)).toBe(base);
});

test.concurrent('keeps a commit once, and not at all if it is reachable', async () => {
  const repo = scratch();
  const base = repo.git('rev-parse', 'HEAD');
  const commit = repo.git('commit-tree', 'HEAD^{tree}', '-p', base, '-m', 'an agent');
  const work = repo.work();
  expect(await keepCommits(work, [commit, base], [base])).toBe('refs/harness/kept/run-1/1');
  expect(await keepCommits(work, [commit], [base])).toBe('refs/harness/kept/run-1/1');
  expect(await keepCommits(work, [base], [commit])).toBeNull();
  expect(repo.refs('refs/harness/kept')).toEqual(['refs/harness/kept/run-1/1']);
});

test.concurrent('skips a name that a killed git left locked', async () => {
  const repo = scratch();
  repo.write('.git/refs/harness/kept/run-1/1.lock', '');
  const kept = await keepTree(
    repo.work(),
    { tree: repo.git('rev-parse', 'HEAD^{tree}'), base: 'HEAD', subject: 'x' },
    [],
  );
  expect(kept.ref).toBe('refs/harness/kept/run-1/2');
});

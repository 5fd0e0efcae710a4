import { afterAll, expect, test } from 'vitest';
import { clearScratch } from '../git/scratch.ts';
import { adoptBranch, openBranch } from './branch.ts';
import { releaseBranch } from './release-branch.ts';
import { type Checkout, checkout, done } from './scratch.ts';

afterAll(clearScratch);

const head = (repo: Checkout) => repo.git('symbolic-ref', '--short', 'HEAD');
const branches = (repo: Checkout) => repo.git('for-each-ref', '--format=%(refname:short)', 'refs/heads').split('\n');

async function begun() {
  const repo = checkout();
  const { branch, base } = await done(openBranch(repo.told('1/b'), { slug: 'halfway' }));
  repo.write('src/half.ts', 'half\n');
  return { repo, args: { branch, base } };
}

test('what was written stays in the tree and under a ref; HEAD is where it was, and the empty branch is gone', async () => {
  const { repo, args } = await begun();
  const before = repo.files();
  expect(await done(releaseBranch(repo.told('release/left'), args))).toEqual({ back: 'main' });
  expect(head(repo)).toBe('main');
  expect(branches(repo)).toEqual(['main']);
  expect(repo.files()).toEqual(before);
  expect(repo.git('show', 'refs/harness/kept/run-1/1:src/half.ts')).toBe('half');
});

test('a branch that holds a commit stays, and HEAD on it', async () => {
  const { repo, args } = await begun();
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=mine');
  expect(await done(releaseBranch(repo.told('release/left'), args))).toEqual({ back: null });
  expect(head(repo)).toBe('harness/halfway');
});

test('where it came from has moved meanwhile: nothing is moved under the work', async () => {
  const { repo, args } = await begun();
  const tree = repo.git('rev-parse', 'HEAD^{tree}');
  repo.git('update-ref', 'refs/heads/main', repo.git('commit-tree', tree, '-p', 'HEAD', '-m', 'later'));
  expect(await done(releaseBranch(repo.told('release/left'), args))).toEqual({ back: null });
  expect(head(repo)).toBe('harness/halfway');
});

test('left twice, because the first died before it said so, it is left once', async () => {
  const { repo, args } = await begun();
  await done(releaseBranch(repo.told('release/left'), args));
  expect(await done(releaseBranch(repo.told('release/left', true), args))).toEqual({ back: null });
  expect(head(repo)).toBe('main');
  expect(repo.git('for-each-ref', '--format=%(refname)', 'refs/harness/kept').split('\n')).toHaveLength(1);
});

test('a branch that another run goes on with is not given back by the first', async () => {
  const { repo, args } = await begun();
  await adoptBranch(repo.root, args.branch, 'run-2');
  expect(await done(releaseBranch(repo.told('release/left'), args))).toEqual({ back: null });
  expect(head(repo)).toBe('harness/halfway');
});

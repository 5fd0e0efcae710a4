import { afterAll, expect, test } from 'vitest';
import { clearScratch } from '../git/scratch.ts';
import { adoptBranch, performOpenBranch } from './branch.ts';
import { releaseBranch } from './release-branch.ts';
import { type Checkout, checkout, unwrapOutcome } from './scratch.ts';

afterAll(clearScratch);

const head = (repo: Checkout) => repo.git('symbolic-ref', '--short', 'HEAD');
const branches = (repo: Checkout) => repo.git('for-each-ref', '--format=%(refname:short)', 'refs/heads').split('\n');

async function setUp() {
  const repo = checkout();
  const { branch, base } = await unwrapOutcome(performOpenBranch(repo.contextFor('1/b'), { slug: 'halfway' }));
  repo.write('src/half.ts', 'half\n');
  return { repo, args: { branch, base } };
}

test('keeps the work in the tree and under a ref, returns HEAD and removes the empty branch', async () => {
  const { repo, args } = await setUp();
  const before = repo.files();
  expect(await unwrapOutcome(releaseBranch(repo.contextFor('release/left'), args))).toEqual({ back: 'main' });
  expect(head(repo)).toBe('main');
  expect(branches(repo)).toEqual(['main']);
  expect(repo.files()).toEqual(before);
  expect(repo.git('show', 'refs/harness/kept/run-1/1:src/half.ts')).toBe('half');
});

test('keeps a branch with a commit, and HEAD on it', async () => {
  const { repo, args } = await setUp();
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=mine');
  expect(await unwrapOutcome(releaseBranch(repo.contextFor('release/left'), args))).toEqual({ back: null });
  expect(head(repo)).toBe('harness/halfway');
});

test('does not move HEAD if the earlier branch has moved', async () => {
  const { repo, args } = await setUp();
  const tree = repo.git('rev-parse', 'HEAD^{tree}');
  repo.git('update-ref', 'refs/heads/main', repo.git('commit-tree', tree, '-p', 'HEAD', '-m', 'later'));
  expect(await unwrapOutcome(releaseBranch(repo.contextFor('release/left'), args))).toEqual({ back: null });
  expect(head(repo)).toBe('harness/halfway');
});

test('releases once, also if the first process died before it answered', async () => {
  const { repo, args } = await setUp();
  await unwrapOutcome(releaseBranch(repo.contextFor('release/left'), args));
  expect(await unwrapOutcome(releaseBranch(repo.contextFor('release/left', true), args))).toEqual({ back: null });
  expect(head(repo)).toBe('main');
  expect(repo.git('for-each-ref', '--format=%(refname)', 'refs/harness/kept').split('\n')).toHaveLength(1);
});

test('does not release a branch that another run has adopted', async () => {
  const { repo, args } = await setUp();
  await adoptBranch(repo.root, args.branch, 'run-2');
  expect(await unwrapOutcome(releaseBranch(repo.contextFor('release/left'), args))).toEqual({ back: null });
  expect(head(repo)).toBe('harness/halfway');
});

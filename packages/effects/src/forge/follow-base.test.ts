import { afterAll, expect, test } from 'vitest';
import { clearScratch, type Scratch, scratch } from '../git/scratch.ts';
import { followBase } from './follow-base.ts';
import { commitOn } from './scratch.ts';

afterAll(clearScratch);

/** A target whose forge is one commit ahead. */
function behind(): { readonly repo: Scratch; readonly ahead: string } {
  const repo = scratch();
  return { repo, ahead: commitOn(repo, 'theirs', 'new.txt', 'new') };
}
const tip = (repo: Scratch) => repo.git('rev-parse', 'main');

test('moves a base that is behind, with the files of a clean checkout; a second time does nothing', async () => {
  const { repo, ahead } = behind();
  expect(await followBase(repo.root, 'main', ahead)).toEqual({ is: 'moved' });
  expect([tip(repo), repo.read('new.txt'), repo.git('status', '--porcelain')]).toEqual([ahead, 'new', '']);
  expect(await followBase(repo.root, 'main', ahead)).toEqual({ is: 'even' });
});

test('moves a base that is not checked out without touching files', async () => {
  const { repo, ahead } = behind();
  repo.git('switch', '--quiet', '-c', 'elsewhere');
  expect(await followBase(repo.root, 'main', ahead)).toEqual({ is: 'moved' });
  expect([tip(repo), repo.git('status', '--porcelain')]).toEqual([ahead, '']);
});

test.each([
  ['changes that are not committed', 'readme.md', /uncommitted changes.*git merge --ff-only/],
  ['a file of the user that would be overwritten', 'new.txt', /untracked working tree files.*git merge --ff-only/],
])('leaves a checkout with %s and its branch unchanged', async (_, file, why) => {
  const { repo, ahead } = behind();
  const before = tip(repo);
  repo.write(file, 'mine');
  expect(await followBase(repo.root, 'main', ahead)).toEqual({ is: 'left', why: expect.stringMatching(why) });
  expect([tip(repo), repo.read(file)]).toEqual([before, 'mine']);
});

test('never overwrites an ignored file: the checkout and its branch stay', async () => {
  const { repo, ahead } = behind();
  const before = tip(repo);
  repo.write('.git/info/exclude', 'new.txt\n');
  repo.write('new.txt', 'mine');
  expect(await followBase(repo.root, 'main', ahead)).toMatchObject({ is: 'left' });
  expect([tip(repo), repo.read('new.txt')]).toEqual([before, 'mine']);
});

test('leaves a base with commits that the forge does not have, whether it is ahead or diverged', async () => {
  const { repo, ahead } = behind();
  const start = tip(repo);
  const mine = commitOn(repo, 'main-too', 'mine.txt', 'mine');
  repo.git('merge', '--quiet', '--ff-only', mine);
  expect(await followBase(repo.root, 'main', start)).toEqual({ is: 'unpushed', commits: 1 });
  expect(await followBase(repo.root, 'main', ahead)).toEqual({ is: 'unpushed', commits: 1 });
  expect(tip(repo)).toBe(mine);
});

test('does not create a missing base in the target', async () => {
  const { repo, ahead } = behind();
  expect(await followBase(repo.root, 'nowhere', ahead)).toEqual({ is: 'even' });
});

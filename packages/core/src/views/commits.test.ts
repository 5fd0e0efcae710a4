import { expect, test } from 'vitest';
import { commitLane, openLane } from '../effects/git.ts';
import { act } from '../effects/operation.ts';
import { ok, sampleFailure } from '../failure/failure.ts';
import { answered, asked, journalOf } from '../testing/facts.ts';
import { commits } from './commits.ts';

const lane = { path: '.harness/worktrees/r', branch: 'harness/x', base: 'b' };
const commit = act(commitLane, { lane, checkpoint: 'c', message: 'Add a page\n\nwith a body' });
const after = (outcome: Parameters<typeof answered>[1]) =>
  commits([journalOf([asked('1/done', commit), answered('1/done', outcome)])]);

test('a commit is told by its sha, its branch and its first line', () => {
  expect(after(ok({ commit: 'd1' }))).toEqual([{ sha: 'd1', branch: 'harness/x', subject: 'Add a page' }]);
});

test('a change that was empty has no commit', () => {
  expect(after(ok({ commit: null }))).toEqual([]);
});

test('a commit that failed, or is not yet there, is none', () => {
  expect(after(sampleFailure('git.branch-moved'))).toEqual([]);
  expect(commits([journalOf([asked('1/done', commit)])])).toEqual([]);
});

test('other operations of git are no commits', () => {
  const opened = [asked('0/lane', act(openLane, { slug: 'x' })), answered('0/lane', ok({ commit: 'no' }))];
  expect(commits([journalOf(opened)])).toEqual([]);
});

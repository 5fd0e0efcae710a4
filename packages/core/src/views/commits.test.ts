import { expect, test } from 'vitest';
import { commitLane, openLane } from '../effects/git.ts';
import { act } from '../effects/operation.ts';
import { ok, sampleFailure } from '../failure/failure.ts';
import { answered, asked, journalOf } from '../testing/facts.ts';
import { listCommits } from './commits.ts';

const lane = { path: '.harness/worktrees/r', branch: 'harness/x', base: 'b' };
const commit = act(commitLane, { lane, checkpoint: 'c', message: 'Add a page\n\nwith a body' });
const after = (outcome: Parameters<typeof answered>[1]) =>
  listCommits([journalOf([asked('1/done', commit), answered('1/done', outcome)])]);

test('shows sha, branch and first line of a commit', () => {
  expect(after(ok({ commit: 'd1' }))).toEqual([{ sha: 'd1', branch: 'harness/x', subject: 'Add a page' }]);
});

test('shows no commit for an empty change', () => {
  expect(after(ok({ commit: null }))).toEqual([]);
});

test('shows no commit that failed or is pending', () => {
  expect(after(sampleFailure('git.branch-moved'))).toEqual([]);
  expect(listCommits([journalOf([asked('1/done', commit)])])).toEqual([]);
});

test('ignores other git operations', () => {
  const opened = [asked('0/lane', act(openLane, { slug: 'x' })), answered('0/lane', ok({ commit: 'no' }))];
  expect(listCommits([journalOf(opened)])).toEqual([]);
});

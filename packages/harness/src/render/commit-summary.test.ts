import { commitCheckout, prepareSession } from '@harness/core/effects/checkout';
import { act } from '@harness/core/effects/operation';
import type { Entry } from '@harness/core/journal/journal';
import type { RunTree } from '@harness/core/journal/run-tree';
import type { Effect } from '@harness/core/machine/machine';
import { en } from '@harness/core/messages/en';
import { describe, expect, test } from 'vitest';
import { commitSummaryLines } from './commit-summary.ts';

const git = (label: string, ...commands: readonly string[]) =>
  `${label}: ${commands.map((one) => `git ${one}`).join(' && ')}`;
const pen = { git, messages: en, before: 'main' };
const row = { sha: '0123456789abcdef', branch: 'harness/x', subject: 'Do it' };
const family = (...effects: readonly Effect<unknown>[]): RunTree => [
  { run: 'r', entries: effects.map((effect, n): Entry => ({ type: 'asked', atMs: n, key: `${n}/x`, effect })) },
];
const prepared = act(prepareSession, { docsPath: 'docs/harness/x/', hasGit: true });
const commit = (base: string | null) =>
  act(commitCheckout, {
    docsPath: 'docs/harness/x/',
    docs: 'notes',
    branch: 'harness/x',
    base,
    foreign: [],
    message: 'Do it',
  });

describe('what a run committed', () => {
  test('in a lane is compared with where the user stands, and merged there', () => {
    expect(commitSummaryLines(family(), [row], 'done', pen)).toEqual([
      '  0123456789 on harness/x: Do it',
      '',
      'look at it: git diff HEAD...harness/x',
      'merge it: git merge harness/x',
    ]);
  });

  test('in the checkout is where the user stands: it is shown, and merged from where they stood before', () => {
    expect(commitSummaryLines(family(prepared, commit('b0')), [row], 'done', pen).slice(2)).toEqual([
      'look at it: git show 0123456789',
      'merge it: git switch main && git merge harness/x',
    ]);
  });

  test('in the checkout is merged nowhere when nobody knows where the user stood', () => {
    const shown = commitSummaryLines(family(prepared, commit('b0')), [row], 'done', { ...pen, before: null });
    expect(shown.slice(2)).toEqual(['look at it: git show 0123456789']);
  });

  test('is nothing when nobody wanted it, or nothing was changed; which of the two is said', () => {
    expect(commitSummaryLines(family(prepared), [], 'done', pen)).toEqual([
      '  Nothing was committed; what was changed is in your files.',
    ]);
    const unchanged = ['  No file was changed, so there is no commit.'];
    expect(commitSummaryLines(family(prepared, commit('b0')), [], 'done', pen)).toEqual(unchanged);
    expect(commitSummaryLines(family(), [], 'done', pen)).toEqual(unchanged);
    expect(commitSummaryLines(family(), [], 'failed', pen)).toEqual([]);
  });
});

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
const format = { git, messages: en, before: 'main' };
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

describe('the commit of a run', () => {
  test('in a lane is compared with HEAD and merged there', () => {
    expect(commitSummaryLines(family(), [row], 'done', format)).toEqual([
      '  0123456789 on harness/x: Do it',
      '',
      'look at it: git diff HEAD...harness/x',
      'merge it: git merge harness/x',
    ]);
  });

  test('in the checkout is already checked out: it is shown, and merged from the previous branch', () => {
    expect(commitSummaryLines(family(prepared, commit('b0')), [row], 'done', format).slice(2)).toEqual([
      'look at it: git show 0123456789',
      'merge it: git switch main && git merge harness/x',
    ]);
  });

  test('in the checkout has no merge command if the previous branch is unknown', () => {
    const shown = commitSummaryLines(family(prepared, commit('b0')), [row], 'done', { ...format, before: null });
    expect(shown.slice(2)).toEqual(['look at it: git show 0123456789']);
  });

  test('is missing if the user wanted none or no file changed, and the line says which', () => {
    expect(commitSummaryLines(family(prepared), [], 'done', format)).toEqual([
      '  Nothing was committed; the changes are in your files.',
    ]);
    const unchanged = ['  No file was changed, so there is no commit.'];
    expect(commitSummaryLines(family(prepared, commit('b0')), [], 'done', format)).toEqual(unchanged);
    expect(commitSummaryLines(family(), [], 'done', format)).toEqual(unchanged);
    expect(commitSummaryLines(family(), [], 'failed', format)).toEqual([]);
  });
});

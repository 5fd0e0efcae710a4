import { commitCheckout, prepareSession } from '@harness/core/effects/checkout';
import { act } from '@harness/core/effects/operation';
import type { Entry } from '@harness/core/journal';
import type { Effect } from '@harness/core/machine';
import type { Family } from '@harness/core/views/run';
import { describe, expect, test } from 'vitest';
import { committed } from './committed.ts';

const git = (label: string, ...commands: readonly string[]) =>
  `${label}: ${commands.map((one) => `git ${one}`).join(' && ')}`;
const row = { sha: '0123456789abcdef', branch: 'harness/x', subject: 'Do it' };
const family = (...effects: readonly Effect<unknown>[]): Family => [
  { run: 'r', entries: effects.map((effect, n): Entry => ({ type: 'asked', atMs: n, key: `${n}/x`, effect })) },
];
const prepared = act(prepareSession, { docsPath: 'docs/harness/x/', hasGit: true });
const commit = (base: string | null) =>
  act(commitCheckout, {
    ...{ docsPath: 'docs/harness/x/', docs: 'notes', branch: 'harness/x', base, foreign: [], message: 'Do it' },
  });

describe('what a run committed', () => {
  test('in a lane is compared with where the user stands, and merged there', () => {
    expect(committed(family(), [row], 'done', git)).toEqual([
      '  0123456789 on harness/x: Do it',
      '',
      'look at it: git diff HEAD...harness/x',
      'merge it: git merge harness/x',
    ]);
  });

  test('in the checkout is where the user stands: it is shown, and merged from where they stood before', () => {
    expect(committed(family(prepared, commit('b0')), [row], 'done', git).slice(2)).toEqual([
      'look at it: git show 0123456789',
      'merge it: git switch - && git merge harness/x',
    ]);
  });

  test('in a repository that was empty has nothing to be merged into', () => {
    expect(committed(family(prepared, commit(null)), [row], 'done', git).slice(2)).toEqual([
      'look at it: git show 0123456789',
    ]);
  });

  test('is nothing when nobody wanted it, or nothing was changed; which of the two is said', () => {
    expect(committed(family(prepared), [], 'done', git)).toEqual([
      '  Nothing was committed; what was changed is in your files.',
    ]);
    const unchanged = ['  No file was changed, so there is no commit.'];
    expect(committed(family(prepared, commit('b0')), [], 'done', git)).toEqual(unchanged);
    expect(committed(family(), [], 'done', git)).toEqual(unchanged);
    expect(committed(family(), [], 'failed', git)).toEqual([]);
  });
});

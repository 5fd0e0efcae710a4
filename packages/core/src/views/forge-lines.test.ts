import { expect, test } from 'vitest';
import { en } from '../messages/en.ts';
import { lineText } from '../messages/lookup.ts';
import { forgeLine } from './forge-lines.ts';

const merged = { is: 'merged', sha: '0123456789abcdef', by: 'harness', atMs: 1 };

test('shows an opened pull request with its URL', () => {
  const line = forgeLine('open-pull', { is: 'open', pull: 7, url: 'https://x/7', how: 'opened', body: 'written' });
  expect(line).toEqual({ code: 'pull.opened', mark: 'good', params: { pull: 7, url: 'https://x/7' } });
  expect(line && lineText(en, line)).toBe('pull request 7: https://x/7');
});

test('shows a merge, and warns if the checkout was not updated', () => {
  const moved = forgeLine('merge-pull', { ...merged, checkout: { is: 'moved' } });
  expect(moved).toMatchObject({ code: 'pull.merged', mark: 'good' });
  expect(moved && lineText(en, moved)).toBe('merged as 0123456789');
  const left = forgeLine('merge-pull', { ...merged, checkout: { is: 'left', why: 'it is dirty' } });
  expect(left?.mark).toBe('warn');
  expect(left && lineText(en, left)).toBe('merged as 0123456789; it is dirty');
  expect(forgeLine('open-pull', { ...merged, pull: 7 })).toMatchObject({ code: 'pull.merged', mark: 'good' });
});

test('leaves other results to the workflow', () => {
  expect(forgeLine('merge-pull', { is: 'blocked', detail: 'a review' })).toBeUndefined();
  expect(forgeLine('watch-checks', { is: 'green' })).toBeUndefined();
});

test('shows why a pull request needs work: red checks, a conflict, a base that moved', () => {
  const red = [{ name: 'test', colour: 'red', url: '', detail: 'it broke' }];
  const lines = [
    forgeLine('watch-checks', { is: 'red', red }),
    forgeLine('watch-checks', { is: 'conflict', files: ['a.ts', 'b.ts'] }),
    forgeLine('merge-pull', { is: 'conflict', files: [] }),
    forgeLine('merge-pull', { is: 'behind' }),
  ];
  expect(lines.map((line) => line && lineText(en, line))).toEqual([
    'the checks are red (test)',
    'the branch conflicts with its base (a.ts, b.ts)',
    'the branch conflicts with its base',
    'the base has new commits that must be merged in first',
  ]);
});

test("shows updates of the user's base branch and plans that wait for a pull request", () => {
  const [left, moved] = [{ is: 'left', why: 'x is dirty' }, { is: 'moved' }];
  const of = (op: string, value: object) => {
    const line = forgeLine(op, value, { base: 'main' });
    return line && `${line.mark} ${lineText(en, line)}`;
  };
  expect(of('fetch-base', { commit: '0123456789ab', local: moved })).toBe(
    'plain main was updated from the forge to 0123456789',
  );
  expect(of('fetch-base', { commit: 'c', local: left })).toBe('warn main is behind the forge; x is dirty');
  expect(of('fetch-base', { commit: 'c', local: { is: 'even' } })).toBeUndefined();
  expect(of('file-plan', { commit: 'c', local: left })).toBe('warn main is behind the forge; x is dirty');
  expect(of('file-plan', { commit: null, local: moved, waits: { pull: 9, url: 'u' } })).toBe(
    'warn the plan is completed when pull request 9 is merged: u',
  );
});

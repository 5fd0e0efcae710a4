import { expect, test } from 'vitest';
import { en } from '../messages/en.ts';
import { forgeAnswered } from './forge-lines.ts';

const merged = { is: 'merged', sha: '0123456789abcdef', by: 'harness', atMs: 1 };

test('a pull request is told with where it is', () => {
  const line = forgeAnswered('open-pull', { is: 'open', pull: 7, url: 'https://x/7', how: 'opened', body: 'written' });
  expect(line).toEqual({ code: 'pull.opened', mark: 'good', params: { pull: 7, url: 'https://x/7' } });
  expect(en.lines['pull.opened'](line?.params ?? {})).toBe('pull request 7: https://x/7');
});

test('a merge is told, and a checkout that was left where it was', () => {
  const moved = forgeAnswered('merge-pull', { ...merged, checkout: { is: 'moved' } });
  expect(moved).toMatchObject({ code: 'pull.merged', mark: 'good' });
  expect(en.lines['pull.merged'](moved?.params ?? {})).toBe('merged as 0123456789');
  const left = forgeAnswered('merge-pull', { ...merged, checkout: { is: 'left', why: 'it is dirty' } });
  expect(left?.mark).toBe('warn');
  expect(en.lines['pull.merged'](left?.params ?? {})).toBe('merged as 0123456789; it is dirty');
  expect(forgeAnswered('open-pull', { ...merged, pull: 7 })).toMatchObject({ code: 'pull.merged', mark: 'good' });
});

test('what comes to nothing is for the workflow to tell', () => {
  expect(forgeAnswered('merge-pull', { is: 'behind' })).toBeUndefined();
  expect(forgeAnswered('watch-checks', { is: 'green' })).toBeUndefined();
});

/** Tests which rewrites of a hook count. */
import { describe, expect, test } from 'vitest';
import { findRewrites } from './rewrites.ts';

const isGroupFile = (path: string) => path.startsWith('src/');
const rows = (...paths: string[]) => paths.map((path) => ({ path }));
const rewrites = (staged: string[], unstaged: string[], committed: string[] = staged) =>
  findRewrites({ staged: rows(...staged), unstaged: rows(...unstaged), committed: new Set(committed) }, isGroupFile);

describe('I-65 files that a hook left', () => {
  test('count in the group, staged or not, and each once', () => {
    expect(rewrites(['src/a'], ['src/a', 'src/b']).files).toEqual(rows('src/a', 'src/b'));
  });

  test('outside the group refuse the commit if they are staged, and are left out otherwise', () => {
    expect(rewrites(['docs/a', 'src/a'], ['docs/b', 'docs/a'])).toEqual({
      files: rows('src/a'),
      outside: ['docs/a'],
      dropped: [],
    });
  });

  test('that a hook only unstaged are dropped; those that it gave their old content are rewritten', () => {
    expect(rewrites(['src/a', 'src/b'], ['src/b'], [])).toEqual({
      files: rows('src/b'),
      outside: [],
      dropped: ['src/a'],
    });
  });
});

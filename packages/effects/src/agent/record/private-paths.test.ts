import { describe, expect, test } from 'vitest';
import { privatePathsOf } from './private-paths.ts';

const lane = '/home/ann/my repo/.harness/worktrees/x';
const { out, isNamedIn } = privatePathsOf([lane, '/home/ann/my repo'], '/home/ann');

describe('private paths', () => {
  test.each([
    [`- [high] ${lane}/src/a.ts:3: wrong`, '- [high] src/a.ts:3: wrong'],
    [`see ${lane}`, 'see .'],
    [`in ${lane}/ and ${lane}.`, 'in ./ and ..'],
    ['/home/ann/my repo/README.md', 'README.md'],
    ['file:///home/ann/my%20repo/a.md', 'file://a.md'],
    ['-I/home/ann/include', '-I~/include'],
    ['"/home/ann"', '"~"'],
  ])('%s becomes %s', (text, clean) => {
    expect(out(text)).toBe(clean);
    expect(isNamedIn(text)).toBe(true);
    expect(isNamedIn(clean)).toBe(false);
  });

  test.each(['/home/anna/x', '/home/ann-2', '/home/ann.old', '/home/bob', 'src/a.ts', ''])('%j stays', (text) => {
    expect(out(text)).toBe(text);
  });

  test('the root folder as home is not replaced', () => {
    expect(privatePathsOf(['/'], '/').out('/usr/bin')).toBe('/usr/bin');
    expect(privatePathsOf(['/'], '/').isNamedIn('/usr/bin')).toBe(false);
  });
});

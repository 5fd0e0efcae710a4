import { expect, test } from 'vitest';
import { whitelistFor } from './mode.ts';

test('exec has files below its folder and commands', () => {
  const { tools, allowed } = whitelistFor({ mode: 'exec' });
  expect(tools).toEqual(['Read', 'Grep', 'Glob', 'Edit', 'Write', 'Bash']);
  expect(allowed).toEqual(['Read', 'Grep', 'Glob', 'Edit(./**)', 'Write(./**)', 'Bash']);
});

test('review reads below its folder, and complete has no tools', () => {
  expect(whitelistFor({ mode: 'review' })).toMatchObject({
    tools: ['Read', 'Grep', 'Glob'],
    allowed: ['Read(./**)', 'Grep(./**)', 'Glob(./**)'],
  });
  expect(whitelistFor({ mode: 'complete' })).toMatchObject({ tools: [], allowed: [] });
});

test('allows the output file by its path, while the list of tools stays the same', () => {
  const one = whitelistFor({ mode: 'review', output: 'docs/a.md' });
  const other = whitelistFor({ mode: 'review', output: './docs/b[1]*.md' });
  expect(one.allowed).toContain('Write(./docs/a.md)');
  expect(other.allowed).toContain('Write(./docs/b\\[1\\]\\*.md)');
  expect(other.tools).toEqual(one.tools);
});

test("denies git's files in every mode", () => {
  for (const mode of ['exec', 'review', 'complete'] as const)
    expect(whitelistFor({ mode }).denied).toEqual(expect.arrayContaining(['Edit(./.git)', 'Write(./.git/**)']));
});

import { expect, test } from 'vitest';
import { whitelistFor } from './mode.ts';

test('who works has files below its folder and commands', () => {
  const { tools, allowed } = whitelistFor({ mode: 'exec' });
  expect(tools).toEqual(['Read', 'Grep', 'Glob', 'Edit', 'Write', 'Bash']);
  expect(allowed).toEqual(['Read', 'Grep', 'Glob', 'Edit(./**)', 'Write(./**)', 'Bash']);
});

test('who reviews reads below its folder, and who completes has no tools', () => {
  expect(whitelistFor({ mode: 'review' })).toMatchObject({
    tools: ['Read', 'Grep', 'Glob'],
    allowed: ['Read(./**)', 'Grep(./**)', 'Glob(./**)'],
  });
  expect(whitelistFor({ mode: 'complete' })).toMatchObject({ tools: [], allowed: [] });
});

test('the one file is allowed by its name, and the tools do not tell which one it is', () => {
  const one = whitelistFor({ mode: 'review', output: 'docs/a.md' });
  const other = whitelistFor({ mode: 'review', output: './docs/b[1]*.md' });
  expect(one.allowed).toContain('Write(./docs/a.md)');
  expect(other.allowed).toContain('Write(./docs/b\\[1\\]\\*.md)');
  expect(other.tools).toEqual(one.tools);
});

test("git's own files are denied in every mode", () => {
  for (const mode of ['exec', 'review', 'complete'] as const)
    expect(whitelistFor({ mode }).denied).toEqual(expect.arrayContaining(['Edit(./.git)', 'Write(./.git/**)']));
});

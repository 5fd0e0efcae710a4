import type { Mode } from '@harness/core/role/role';
import { expect, test } from 'vitest';
import { whitelistFor as whitelist } from './mode.ts';

/** In a lane; the run of a call in the checkout is below its folder. */
const whitelistFor = (request: {
  readonly mode: Mode;
  readonly writes?: readonly string[];
  readonly runFolder?: string;
}) => whitelist({ cwd: '/repo', runFolder: '/elsewhere/.harness/runs/r', ...request });

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

test('allows the named paths, while the list of tools stays the same', () => {
  const one = whitelistFor({ mode: 'review', writes: ['docs/a.md'] });
  const other = whitelistFor({ mode: 'review', writes: ['docs/b[1]*.md', 'notes/'] });
  expect(one.allowed).toContain('Write(./docs/a.md)');
  expect(other.allowed).toContain('Write(./docs/b\\[1\\]\\*.md)');
  expect(other.allowed).toContain('Edit(./notes/**)');
  expect([other.tools, whitelistFor({ mode: 'review', writes: [] }).tools]).toEqual([one.tools, one.tools]);
  expect(whitelistFor({ mode: 'review', writes: [] }).allowed).not.toContainEqual(expect.stringMatching(/^Write/));
});

test('L3 denies `.harness` of the checkout, unless the role names a path there', () => {
  const inCheckout = { mode: 'exec', runFolder: '/repo/.harness/runs/r' } as const;
  const isDenied = (request: Parameters<typeof whitelistFor>[0]) =>
    whitelistFor(request).denied.includes('Write(./.harness/**)');
  expect(isDenied(inCheckout)).toBe(true);
  expect(isDenied({ ...inCheckout, writes: ['docs/a.md'] })).toBe(true);
  expect(isDenied({ ...inCheckout, writes: ['.harness/sessions/s/handoff.json'] })).toBe(false);
  expect(isDenied({ mode: 'exec' })).toBe(false);
});

test("denies git's files in every mode", () => {
  for (const mode of ['exec', 'review', 'complete'] as const)
    expect(whitelistFor({ mode }).denied).toEqual(expect.arrayContaining(['Edit(./.git)', 'Write(./.git/**)']));
});
